"""An organiser makes tables for everyone who is free, by tapping games, people and tables."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.organising import check_page, people_at, served_club, table_of
from tests.browser.phones import PHONE

MOST_TAPS = 12


@pytest.fixture
def club(tmp_path: Path) -> Iterator[dict[str, Any]]:
    with served_club(tmp_path) as pages:
        yield pages


def page_of_organiser(browser: Browser, club: dict[str, Any], *, scripts: bool) -> Page:
    context = browser.new_context(viewport=PHONE, java_script_enabled=scripts)
    name, value = club["cookie"]
    context.add_cookies([{"name": name, "value": value, "url": club["address"]}])
    page = context.new_page()
    page.goto(club["address"] + club["evening"])
    return page


class Finger:
    """Taps, and counts how often."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_fourteen_people_get_tables_of_three_games_within_twelve_taps(
    browser: Browser, club: dict[str, Any], scripts: bool
) -> None:
    """Also if two of them change their tables, and another game is proposed at first."""
    page, finger = page_of_organiser(browser, club, scripts=scripts), Finger()
    finger.tap(page.get_by_role("link", name="Make tables"))
    for left in (3, 2, 1):
        finger.tap(table_of(page, 1).get_by_role("button", name="Remove"))
        expect(page.locator("fieldset input[name=game]")).to_have_count(left)
    for number, game in enumerate(("Duplik", "#ARTBOX"), 2):
        finger.tap(page.get_by_role("button", name=f"+ {game}"))
        expect(page.get_by_role("group", name=f"Table {number}: {game}")).to_be_visible()
    expect(table_of(page, 1).get_by_role("radio")).to_have_count(4)
    assert [len(people_at(page, number)) for number in (1, 2, 3)] == [4, 5, 5]
    if scripts:
        check_page(page)
    for source, target in ((2, 3), (3, 2)):
        person = people_at(page, source)[0]
        finger.tap(table_of(page, source).get_by_role("radio", name=person))
        finger.tap(page.get_by_role("button", name=f"Move to table {target}"))
        expect(table_of(page, target).get_by_role("radio", name=person)).to_be_visible()
    finger.tap(page.get_by_role("button", name="Open these tables"))
    expect(page.locator(".live")).to_have_count(6)
    assert finger.taps <= MOST_TAPS


def test_a_person_is_moved_by_the_keyboard(browser: Browser, club: dict[str, Any]) -> None:
    """Focus stays at the button, so that the next one is moved from there."""
    page = page_of_organiser(browser, club, scripts=True)
    page.goto(club["address"] + club["tables"])
    person = people_at(page, 2)[0]
    page.get_by_role("radio", name=person).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Move to table 1").focus()
    page.keyboard.press("Enter")
    expect(table_of(page, 1).get_by_role("radio", name=person)).to_be_visible()
    expect(page.get_by_role("button", name="Move to table 1")).to_be_focused()


def test_whoever_ticks_who_is_here_finds_a_name_and_sees_how_many(
    browser: Browser, club: dict[str, Any]
) -> None:
    page = page_of_organiser(browser, club, scripts=True)
    page.get_by_text("Tick who is here").click()
    boxes = page.locator("#to-tick label")
    number = boxes.count()
    page.get_by_label("Find a name").fill("SEBAS")
    expect(boxes.filter(visible=True)).to_have_text(["Sébastien"])
    page.get_by_label("Find a name").fill("yol")
    page.get_by_label("Yolande").check()
    expect(page.get_by_text("25 ticked")).to_be_in_viewport()
    page.get_by_label("Find a name").fill("")
    expect(boxes.filter(visible=True)).to_have_count(number)
    expect(page.get_by_text("25 ticked")).to_be_in_viewport()
    check_page(page)
