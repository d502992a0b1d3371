"""Artem with the all-in variant: five plays of a turn on one screen, with what they bring."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import PHONE, open_table, wait_until_settled

NAMES = ("Ida", "Joe", "Kim", "Lou")
ROWS = """() => Array.from(document.querySelectorAll("[role=radiogroup] .keys"), (keys) =>
  new Set(Array.from(keys.children, (key) => key.getBoundingClientRect().top)).size)"""
HEIGHT = "document.querySelector('.screen').offsetHeight"
WIDTH = "document.documentElement.scrollWidth"


def all_in(page: Page, served: str) -> None:
    """Open a table of four, at which the first may claim."""
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES, choose="All-in")
    page.locator("#skip-first-round").click()
    expect(page.locator("#enter")).to_be_visible()
    wait_until_settled(page)


def total(page: Page) -> str:
    return page.locator("#table output").inner_text()


@pytest.mark.parametrize("language", ["English", "Français"])
def test_all_plays_of_a_turn_are_on_one_short_page(page: Page, served: str, language: str) -> None:
    all_in(page, served)
    page.get_by_role("button", name=language).click()
    expect(page.locator("html")).to_have_attribute("lang", "en" if language == "English" else "fr")
    assert page.evaluate(ROWS) == [1] * 5
    assert page.evaluate(HEIGHT) <= PHONE["height"]
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate(ROWS) == [1] * 5
    assert page.evaluate(WIDTH) == 320


def test_it_adds_up_what_the_chosen_claims_bring(page: Page, served: str) -> None:
    all_in(page, served)
    assert total(page) == "0"
    for claim, points in (("1x6", "9"), ("3x4", "12"), ("5x2", "13"), ("3x2", "11")):
        page.locator(f"label:has([id='claim-{claim}'])").click()
        assert total(page) == points
    page.locator("label:has(#no-claim-1)").click()
    assert total(page) == "2"
    page.locator("[id='claim-1x3']").focus()
    page.keyboard.press("Space")
    assert total(page) == "5"
    height = page.evaluate(HEIGHT)
    page.locator("#enter").click()
    expect(page.get_by_role("heading", name="Joe’s turn")).to_be_visible()
    expect(page.locator("[data-points='1']")).to_have_text("5")
    expect(page.locator("[data-notice=unsaved]")).to_be_hidden()
    assert total(page) == "0"
    assert page.evaluate(HEIGHT) <= height + 1


def test_it_is_entered_without_scripts_and_shows_no_total(browser: Browser, served: str) -> None:
    with browser.new_context(java_script_enabled=False, viewport=PHONE) as context:
        page = context.new_page()
        open_table(page, served, "artem", NAMES[:2], choose="All-in")
        page.locator("#skip-first-round").click()
        expect(page.locator("#table output")).to_be_hidden()
        page.locator("[id='claim-2x6']").check()
        page.locator("#enter").click()
        expect(page.locator("[data-points='1']")).to_have_text("5")
