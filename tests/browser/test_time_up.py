"""When the time is up: words, a sound that can be switched off, and a vibration."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import PHONE, open_table

NOTE = """
window.notes = 0;
window.vibrations = 0;
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...when) {
  window.notes += 1;
  return start.apply(this, when);
};
navigator.vibrate = () => { window.vibrations += 1; };
"""
SOUND = "Timer sound"
HINT = "Tap anywhere once, or this browser stays silent."


@pytest.fixture
def table(page: Page, served: str) -> Page:
    """Return a table of Duplik whose hourglass runs, on a page that was not touched yet."""
    page.set_viewport_size(PHONE)
    page.add_init_script(NOTE)
    open_table(page, served, "duplik", ("Amy", "Sam", "Mika"))
    page.get_by_role("button", name="Start the round").click()
    page.get_by_role("button", name="Turn the hourglass").click()
    expect(page.get_by_role("timer")).to_be_visible()
    return page


def end_of_time(page: Page) -> None:
    page.clock.run_for(95_000)
    expect(page.get_by_text("Time’s up")).to_be_visible()


@pytest.mark.parametrize("below", ["", "board/"])
def test_the_two_switches_stand_side_by_side_or_apart(table: Page, below: str) -> None:
    table.goto(f"{table.url}{below}")
    for hint in (True, False):
        expect(table.get_by_text(HINT)).to_be_visible(visible=hint)
        first, second = (switch.bounding_box() for switch in table.locator(".switch").all())
        assert first
        assert second
        beside = abs(first["y"] + first["height"] / 2 - second["y"] - second["height"] / 2) < 2
        assert beside or second["y"] >= first["y"] + first["height"]
        table.get_by_role("heading", level=1).click()


@pytest.mark.parametrize("below", ["", "board/"])
def test_it_says_so_sounds_and_vibrates(table: Page, below: str) -> None:
    table.clock.install()
    table.goto(f"{table.url}{below}")
    expect(table.get_by_text("Time’s up")).to_be_hidden()
    expect(table.get_by_text(HINT)).to_be_visible()
    table.get_by_role("heading", level=1).click()
    expect(table.get_by_text(HINT)).to_be_hidden()
    end_of_time(table)
    assert table.evaluate("[window.notes, window.vibrations]") == [3, 1]
    table.clock.run_for(5_000)
    assert table.evaluate("[window.notes, window.vibrations]") == [3, 1]


def test_it_stays_silent_where_the_sound_was_switched_off(table: Page) -> None:
    table.get_by_label(SOUND).uncheck()
    table.clock.install()
    table.reload()
    expect(table.get_by_label(SOUND)).not_to_be_checked()
    table.get_by_role("heading", level=1).click()
    end_of_time(table)
    assert table.evaluate("[window.notes, window.vibrations]") == [0, 1]
    table.get_by_label(SOUND).check()
    table.wait_for_function("window.notes === 3")
