"""Nothing moves under a finger when a notice appears: each lies over the page."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import check_with_axe
from tests.browser.phones import PHONE, join_table, open_table, wait_until_settled

NAMES = ("Amy", "Sam", "Mika")
# Also what moves right after a tap: that is when a finger comes again.
WATCH_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}"""
PLACES = """() => {
  const buttons = Array.from(document.querySelectorAll("main :is(button, .button, label)[id]"));
  const place = (button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [button.id, [x, y, width, height]];
  };
  return Object.fromEntries(buttons.filter((button) => button.checkVisibility()).map(place));
}"""
COVERED = """() => {
  const { bottom } = document.querySelector(".notices").getBoundingClientRect();
  const isCovered = (button) => {
    const { top, height } = button.getBoundingClientRect();
    return height && top < bottom;
  };
  return Array.from(document.querySelectorAll("main .primary")).filter(isCovered).length;
}"""

pytestmark = pytest.mark.usefixtures("offline")


@pytest.fixture(params=[320, 390])
def phone(page: Page, served: str, request: pytest.FixtureRequest) -> Page:
    """A table of Artem after its first round, on a phone of this width."""
    page.set_viewport_size({"width": request.param, "height": 700})
    open_table(page, served, "artem", NAMES)
    page.locator("#skip-first-round").click()
    expect(page.get_by_role("button", name="5 +7").first).to_be_visible()
    wait_until_settled(page)
    return page


def watch(page: Page) -> dict[str, Any]:
    """Watch for shifts from now on; return where the buttons are."""
    page.evaluate(WATCH_SHIFTS)
    return places(page)


def places(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(PLACES)
    return found


def shifted(page: Page) -> float:
    moved: float = page.evaluate("window.shifted")
    return moved


def test_nothing_moves_when_the_network_goes_and_comes(phone: Page) -> None:
    before = watch(phone)
    assert "no-claim" in before
    phone.context.set_offline(True)
    expect(phone.get_by_text("No connection.")).to_be_visible()
    assert places(phone) == before
    phone.get_by_role("button", name="5 +7").first.click()
    expect(phone.get_by_text("Not saved yet")).to_be_visible()
    assert places(phone) == before
    assert phone.evaluate(COVERED) == 0
    check_with_axe(phone)
    phone.get_by_role("button", name="5 +7").first.focus()
    assert phone.evaluate("document.activeElement.id").startswith("claim-")
    phone.locator("#undo").click()
    phone.context.set_offline(False)
    expect(phone.get_by_text("No connection.")).to_be_hidden()
    assert places(phone) == before
    assert shifted(phone) == 0


def test_nothing_moves_when_a_tap_is_refused(phone: Page, browser: Browser) -> None:
    other = join_table(browser, phone, "Sam")
    phone.route("**/live?**", lambda route: route.fulfill(status=204))
    before = watch(phone)
    other.get_by_role("button", name="4 +5").first.click()
    expect(other.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    phone.get_by_role("button", name="5 +7").first.click()
    expect(phone.get_by_text("Number 4 has already been entered.")).to_be_visible()
    wait_until_settled(phone)
    after = places(phone)
    assert {id: after[id] for id in before} == before
    assert phone.evaluate(COVERED) == 0
    assert shifted(phone) == 0
    check_with_axe(phone)
    phone.get_by_role("button", name="Close").click()
    expect(phone.get_by_text("Number 4 has already been entered.")).to_be_hidden()
    assert shifted(phone) == 0
    other.context.close()


def test_nothing_moves_when_what_was_filled_in_is_gone(phone: Page) -> None:
    before = watch(phone)
    phone.evaluate("document.querySelector('[data-notice=unsaved]').hidden = false")
    expect(phone.get_by_text("The table has moved on.")).to_be_visible()
    assert places(phone) == before
    phone.evaluate("document.querySelector('[data-notice=removed]').hidden = false")
    expect(phone.get_by_text("This screen has left the table")).to_be_visible()
    assert places(phone) == before
    assert shifted(phone) == 0


def test_nothing_moves_when_the_focus_leaves_a_heading_that_nobody_sees(
    page: Page, served: str
) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artbox", ("Ana", "Ben", "Cleo", "Dov"))
    for name in ("Ana", "Ben", "Cleo"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(0)
        wait_until_settled(page)
    expect(page.locator("#guesses")).to_be_focused()
    before = places(page)
    page.locator("#way-sheets").hover()
    page.mouse.down()
    expect(page.locator("#way-sheets")).to_be_focused()
    assert places(page) == before
    page.mouse.up()
    expect(page.get_by_text("Or type them all")).to_be_visible()
