"""The scripts of a table while answers are slow, late or missing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.phones import PHONE, join_table, open_table, wait_until_settled

POLLS = re.compile(r"/live\?seen=")
WATCH_ANSWERS = """() => {
  window.answers = 0;
  document.addEventListener("htmx:afterOnLoad", () => { window.answers += 1; });
}"""
NAMES = ("Amy", "Sam", "Mika")
Open = Callable[[str], Page]


@pytest.fixture
def open_game(page: Page, served: str) -> Open:
    """Return a function that opens a table on this page's phone, which enters for everybody."""

    def opened(slug: str) -> Page:
        page.set_viewport_size(PHONE)
        open_table(page, served, slug, NAMES)
        return page

    return opened


def play_first_turns(page: Page) -> None:
    """Artem: nobody claims in their first turn; then it is Amy's again."""
    for name in NAMES:
        expect_turn_of(page, name)
        page.get_by_role("button", name="No claim").click()
    expect_turn_of(page, NAMES[0])


def expect_turn_of(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
    wait_until_settled(page)


def start_judging(page: Page) -> None:
    """Duplik: Amy narrates, so that Sam and Mika judge each other's drawing."""
    page.locator(".keys").get_by_text("6", exact=True).first.click()  # the super criterion
    page.get_by_role("button", name="Start the round").click()
    page.locator("fieldset").get_by_role("button", name="To the left").first.click()
    expect(page.locator("#box-2-1")).to_be_visible()
    wait_until_settled(page)


def hold_next(page: Page, url: str | re.Pattern[str]) -> list[Route]:
    """Hold back the next request to that address until the test releases it."""
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route(url, hold_first)
    return held


@pytest.mark.usefixtures("offline")
def test_a_tap_is_sent_again_after_a_server_error_and_counts_once(open_game: Open) -> None:
    page = open_game("artem")
    play_first_turns(page)
    bodies: list[str | None] = []

    def answer_first_with_503(route: Route) -> None:
        bodies.append(route.request.post_data)
        if len(bodies) == 1:
            route.fulfill(status=503, body="down for a moment")
        else:
            route.continue_()

    page.route("**/artem/turn/", answer_first_with_503)
    page.get_by_role("button", name="5 +7").first.click()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect_turn_of(page, "Sam")
    expect(page.get_by_text("Not saved yet")).to_be_hidden()
    expect(page.locator('[data-points="1"]')).to_have_text("7")
    assert len(bodies) == 2
    assert bodies[0] == bodies[1]


def test_taps_of_one_form_before_its_first_answer_all_count(open_game: Open) -> None:
    """Each has a key of its own: with the first one's, the second would be a repeat of it."""
    page = open_game("artem")
    taps = hold_next(page, "**/artem/deck/")
    page.locator("#deck > summary").click()
    with page.expect_request("**/artem/deck/"):
        page.get_by_role("button", name="Main deck").click()
    page.get_by_role("button", name="Colour deck").click()
    taps[0].continue_()
    page.get_by_role("link", name="See the result").click()
    expect(page.get_by_text("The colour deck ran out.")).to_be_visible()


def test_an_answer_from_before_a_tap_does_not_undo_it_on_the_page(open_game: Open) -> None:
    page = open_game("duplik")
    start_judging(page)
    table_before = page.request.get(f"{page.url}live", headers={"HX-Request": "true"})
    expect(table_before).to_be_ok()
    polls = hold_next(page, POLLS)
    taps = hold_next(page, "**/duplik/tick/")
    with page.expect_request(POLLS):
        pass
    with page.expect_request("**/duplik/tick/"):
        page.locator("#box-2-1").check()
    page.evaluate(WATCH_ANSWERS)
    polls[0].fulfill(response=table_before)
    page.wait_for_function("window.answers === 1")
    assert page.locator("#box-2-1").is_checked()
    taps[0].continue_()
    expect(page.get_by_text("Sam: 1").first).to_be_visible()
    expect(page.locator("#box-2-1")).to_be_checked()


def test_what_is_unfolded_stays_so_when_the_table_is_drawn_anew(
    open_game: Open, browser: Browser
) -> None:
    page = open_game("artem")
    other = join_table(browser, page, "Sam")
    expect(page.get_by_role("button", name="Main deck")).to_be_hidden()
    page.locator("#deck > summary").click()
    other.get_by_role("button", name="No claim").click()
    expect_turn_of(page, "Sam")  # redrawn by a poll
    expect(page.get_by_role("button", name="Main deck")).to_be_visible()
    page.get_by_role("button", name="No claim").click()
    expect_turn_of(page, "Mika")  # redrawn by the answer to a tap
    expect(page.get_by_role("button", name="Main deck")).to_be_visible()
    page.locator("#deck > summary").click()
    page.get_by_role("button", name="No claim").click()
    expect_turn_of(page, "Amy")
    expect(page.get_by_role("button", name="Main deck")).to_be_hidden()
    other.context.close()


def test_a_second_tap_of_a_finger_misses_what_just_came_under_it(open_game: Open) -> None:
    page = open_game("artem")
    page.clock.install()
    page.reload()
    taps: list[Request] = []
    page.on("request", lambda request: taps.append(request) if request.method == "POST" else None)
    button = page.get_by_role("button", name="No claim")
    box = button.bounding_box()
    assert box
    finger = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.clock.pause_at("2100-01-01")
    page.mouse.click(*finger)
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    assert button.bounding_box() == box
    page.clock.run_for(100)
    page.mouse.click(*finger)
    page.clock.run_for(1000)
    with page.expect_response("**/artem/turn/"):
        page.mouse.click(*finger)
    page.clock.resume()
    page.reload()
    expect(page.get_by_role("heading", name="Mika’s turn")).to_be_visible()
    assert len(taps) == 2


def test_a_hidden_page_asks_rarely_and_at_once_when_it_is_seen(open_game: Open) -> None:
    page = open_game("artem")
    page.clock.install()
    page.reload()
    polls: list[Request] = []
    page.on("request", lambda asked: polls.append(asked) if POLLS.search(asked.url) else None)
    page.clock.pause_at("2100-01-01")
    for _each in range(4):
        with page.expect_response(POLLS):
            page.clock.run_for(1500)
    asking = page.locator("#table.htmx-request")
    expect(asking).to_have_count(0)
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, writable: true})")
    polls.clear()
    for _half_a_minute in range(2):
        with page.expect_response(POLLS):
            page.clock.run_for(30_000)
        expect(asking).to_have_count(0)
    assert len(polls) == 2
    with page.expect_request(POLLS):
        page.evaluate(
            "document.hidden = false; document.dispatchEvent(new Event('visibilitychange'))"
        )


def test_the_hourglass_runs_on_between_two_answers(open_game: Open) -> None:
    page = open_game("duplik")
    page.get_by_role("button", name="Start the round").click()
    page.get_by_role("button", name="Turn the hourglass").click()
    expect(page.get_by_role("timer")).to_be_visible()
    page.clock.install()
    page.reload()
    seconds = page.locator(".seconds")
    at_first = int(seconds.inner_text())
    page.clock.run_for(20_000)
    assert 20 <= at_first - int(seconds.inner_text()) <= 30
    expect(page.locator(".hourglass.ending")).to_have_count(0)
    page.clock.run_for((int(seconds.inner_text()) - 5) * 1000)
    expect(page.locator(".hourglass.ending")).to_have_count(1)
    page.clock.run_for(20_000)
    expect(seconds).to_have_text("0")
    expect(page.locator(".hourglass.ending")).to_have_count(0)


COUNT_WAKE_LOCKS = """
window.wakeLocks = 0;
const { request } = WakeLock.prototype;
WakeLock.prototype.request = function (...kind) {
  window.wakeLocks += 1;
  return request.apply(this, kind);
};
"""


def test_the_screen_stays_on_while_the_box_is_ticked(open_game: Open) -> None:
    page = open_game("artem")
    page.add_init_script(COUNT_WAKE_LOCKS)
    page.reload()
    page.wait_for_function("window.wakeLocks === 1")
    page.get_by_label("Keep the screen on").uncheck()
    page.get_by_label("Keep the screen on").check()
    page.wait_for_function("window.wakeLocks === 2")
