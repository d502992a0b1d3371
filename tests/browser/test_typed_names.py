"""Names that are nearly those of players: one tap says whether they are meant."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.organising import check_page, served_club, tap
from tests.browser.phones import PHONE


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with served_club(tmp_path_factory.mktemp("club")) as pages:
        yield pages


def visit(browser: Browser, club: dict[str, Any], address: str, **options: Any) -> Page:
    context = browser.new_context(viewport=PHONE, **options)
    name, value = club["cookie"]
    context.add_cookies([{"name": name, "value": value, "url": club["address"]}])
    page = context.new_page()
    page.goto(f"{club['address']}{address}")
    return page


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_tap_on_the_player_opens_the_table(
    browser: Browser, club: dict[str, Any], scripts: bool
) -> None:
    page = visit(browser, club, "/new/artem/?group=club", java_script_enabled=scripts)
    names = page.locator("[data-seat] [name=name]")
    while names.count() > 2:
        page.get_by_role("button", name=f"Remove seat {names.count()}").click()
        page.wait_for_load_state("networkidle")
    page.locator("#name-0").fill("nikolaos")
    page.locator("#name-1").fill("amelie")
    page.get_by_role("button", name="Open the table").last.click()
    expect(page.get_by_role("alert")).to_contain_text("Is this Nikolaus?")
    expect(page.locator("#name-0")).to_have_value("nikolaos")
    expect(page.locator("#name-1")).to_have_value("Amélie")
    if scripts:
        check_page(page)
    tap(page, "Yes, Nikolaus")
    page.wait_for_url("**/table/*/")
    expect(page.get_by_text("Nikolaus").first).to_be_visible()


def test_enter_in_a_name_answers_no_question(browser: Browser, club: dict[str, Any]) -> None:
    """The first button of a form is pressed by it, which must not be a "Yes"."""
    page = visit(browser, club, f"{club['group']}results/new/")
    page.get_by_label("Game").select_option("artem")
    page.get_by_text("someone new").click()
    for at, (name, points) in enumerate((("nikolaos", "12"), ("Tom", "8"))):
        page.locator(f"[name=name-new{at}]").fill(name)
        page.locator(f"[name=points-new{at}]").fill(points)
    page.locator("[name=points-new1]").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Is this Nikolaus?")
    check_page(page)
    page.locator("[name=name-new0]").fill("Bastian")
    page.locator("[name=name-new0]").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Is this Bastien?")
    tap(page, "No, someone new")
    page.wait_for_url("**/result/")
    expect(page.get_by_text("Bastian").first).to_be_visible()
