"""Entering a result in a club of forty: chosen players gather above the others."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.organising import check_page, served_club, tap
from tests.browser.phones import PHONE

MOST_PIXELS = 1_300
PLAYERS = "#players > li"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with served_club(tmp_path_factory.mktemp("club")) as pages:
        yield pages


def form(browser: Browser, club: dict[str, Any], **options: Any) -> Page:
    context = browser.new_context(viewport=PHONE, **options)
    name, value = club["cookie"]
    context.add_cookies([{"name": name, "value": value, "url": club["address"]}])
    page = context.new_page()
    page.goto(f"{club['address']}{club['group']}results/new/")
    return page


def names_from_above(page: Page, number: int) -> list[str]:
    """Return the names of the highest players on the page."""
    seen = page.locator(PLAYERS).filter(visible=True)
    placed = []
    for one in seen.all():
        box = one.bounding_box()
        assert box is not None
        placed.append((box["y"], box["x"], one.locator(".chip").inner_text().strip()))
    return [name for _y, _x, name in sorted(placed)[:number]]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_form_for_forty_players_is_short(
    browser: Browser, club: dict[str, Any], language: str
) -> None:
    page = form(browser, club, locale=language)
    expect(page.locator(PLAYERS)).to_have_count(40)
    assert page.evaluate("document.documentElement.scrollHeight") <= MOST_PIXELS


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_whoever_is_chosen_is_above_the_others_with_a_number(
    browser: Browser, club: dict[str, Any], scripts: bool
) -> None:
    page = form(browser, club, java_script_enabled=scripts)
    if scripts:
        page.get_by_label("Find a name").fill("nik")
        expect(page.locator(PLAYERS).filter(visible=True)).to_have_count(1)
    else:
        page.get_by_label("Show all 40 players").check()
    page.get_by_label("Nikolaus").check()
    if scripts:
        page.get_by_label("Find a name").fill("")
    else:
        page.get_by_label("Show all 40 players").uncheck()
    page.get_by_label("Bastien", exact=True).check()
    assert names_from_above(page, 2) == ["Bastien", "Nikolaus"]
    numbers = "it => getComputedStyle(it, '::before').content"
    chips = page.locator(f"{PLAYERS}:has(.chip :checked) .chip")
    assert [chip.evaluate(numbers) for chip in chips.all()] == ["counter(chosen)"] * 2
    expect(page.locator(PLAYERS).filter(visible=True)).to_have_count(9)
    if scripts:
        check_page(page)


def test_a_result_is_entered_for_those_who_were_chosen(
    browser: Browser, club: dict[str, Any]
) -> None:
    page = form(browser, club)
    page.get_by_label("Game").select_option("artem")
    for name, points in (("Bastien", 12), ("Chiara", 9)):
        page.get_by_label(name, exact=True).check()
        player = page.locator(PLAYERS).filter(has=page.get_by_label(name, exact=True))
        player.get_by_label("points").fill(str(points))
    tap(page, "Save the result")
    expect(page.get_by_role("heading", name="Bastien wins")).to_be_visible()
