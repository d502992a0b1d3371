"""Taps without a network: those that the page shows as pending are sent, and no others."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.browser.phones import PHONE, join_table, open_table, take_seat, wait_until_settled

NAMES = ("Amy", "Sam", "Mika")
WORDS = ("Cactus", "Camel", "Fork", "Lock", "Beard", "Eye", "Bun", "Moon")
Open = Callable[..., Page]

pytestmark = pytest.mark.usefixtures("offline")


@pytest.fixture
def open_game(page: Page, served: str) -> Open:
    """Return a function that opens a table on this page's phone, which enters for everybody."""

    def opened(slug: str, names: tuple[str, ...] = NAMES) -> Page:
        page.set_viewport_size(PHONE)
        open_table(page, served, slug, names)
        return page

    return opened


@pytest.fixture
def artem(open_game: Open) -> Page:
    """A table of Artem after its first round: it is Amy's turn, and a row may be claimed."""
    page = open_game("artem")
    page.locator("#skip-first-round").click()
    expect(page.get_by_role("button", name="5 +7").first).to_be_visible()
    turn_of(page, "Amy")
    return page


def turn_of(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
    wait_until_settled(page)


def claim(page: Page, row: str) -> None:
    page.get_by_role("button", name=row).first.click()


def finish(page: Page, button: str) -> None:
    """#ARTBOX: finish a drawing, and wait for the swap, which might take the next tap."""
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.get_by_role("button", name=button, exact=True)).to_have_count(0)
    wait_until_settled(page)


@contextmanager
def offline(page: Page) -> Iterator[None]:
    """Take the network away, and give it back at the end; then wait until the server was asked."""
    page.context.set_offline(True)
    expect(page.get_by_text("No connection.")).to_be_visible()
    yield
    page.context.set_offline(False)
    expect(page.get_by_text("No connection.")).to_be_hidden()
    expect(page.get_by_text("Not saved yet")).to_be_hidden()


def taps_of(page: Page) -> list[Request]:
    """Return a list of the taps that this page sends from now on, and that reach the network."""
    taps: list[Request] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            taps.append(request)

    page.on("request", note)
    return taps


def points(page: Page, place: int = 1) -> str:
    return str(page.locator(f'[data-points="{place}"]').text_content())


def unsent(page: Page) -> list[str]:
    return [" ".join(one.split()) for one in page.locator(".unsent").all_inner_texts()]


def lose_answers(page: Page, address: str) -> None:
    """Let the next tap arrive, and lose its answer and the network."""

    def lose(route: Route) -> None:
        route.fetch()
        page.context.set_offline(True)
        route.abort()

    page.route(address, lose, times=1)


def test_the_last_of_two_contradictory_taps_counts(artem: Page) -> None:
    with offline(artem):
        claim(artem, "5 +7")
        claim(artem, "4 +5")
        assert unsent(artem) == ["4 +5"]
        expect(artem.locator("[data-queued]")).to_have_text("1")
    turn_of(artem, "Sam")
    assert points(artem) == "5"
    expect(artem.get_by_text("Not saved:")).to_be_hidden()


def test_the_last_of_two_forms_for_the_same_turn_counts(open_game: Open) -> None:
    page = open_game("artem")
    turn_of(page, "Amy")
    with offline(page):
        page.locator("#no-claim").click()
        page.locator("#skip-first-round").click()
        assert unsent(page) == ["Skip the first round"]
    expect(page.get_by_role("button", name="5 +7").first).to_be_visible()
    turn_of(page, "Amy")


def test_the_same_tap_takes_a_pending_one_back(artem: Page) -> None:
    taps = taps_of(artem)
    with offline(artem):
        claim(artem, "5 +7")
        expect(artem.get_by_text("Not saved yet")).to_be_visible()
        claim(artem, "4 +5")
        claim(artem, "4 +5 ")
        assert unsent(artem) == ["4 +5"]  # a finger that tapped twice
        artem.wait_for_timeout(600)
        claim(artem, "4 +5")
        assert unsent(artem) == []
        expect(artem.get_by_text("Not saved yet")).to_be_hidden()
    turn_of(artem, "Amy")
    assert taps == []


def test_undo_takes_a_pending_tap_back(artem: Page) -> None:
    taps = taps_of(artem)
    with offline(artem):
        claim(artem, "5 +7")
        artem.locator("#undo").click()
        assert unsent(artem) == []
    turn_of(artem, "Amy")
    expect(artem.get_by_role("button", name="5 +7").first).to_be_visible()
    assert taps == []


def test_undo_without_a_pending_tap_waits_and_can_be_taken_back(artem: Page) -> None:
    claim(artem, "5 +7")
    turn_of(artem, "Sam")
    with offline(artem):
        artem.locator("#undo").click()
        assert unsent(artem) == ["Undo"]
    turn_of(artem, "Amy")
    assert points(artem) == "0"


def test_a_tap_whose_answer_was_lost_goes_before_the_next(artem: Page) -> None:
    """It may have counted, so it cannot be replaced; the page says that the other was refused."""
    lose_answers(artem, "**/artem/turn/")
    claim(artem, "5 +7")
    expect(artem.get_by_text("Not saved yet")).to_be_visible()
    claim(artem, "4 +5")
    assert sorted(unsent(artem)) == ["4 +5", "5 +7"]
    artem.context.set_offline(False)
    turn_of(artem, "Sam")
    assert points(artem) == "7"
    refused = artem.locator("[data-refusals]")
    expect(refused).to_contain_text("4 +5 Number 4 has already been entered.")
    expect(refused).to_contain_text("Latest: A turn")
    expect(artem.get_by_text("another phone")).to_have_count(0)


def test_undo_takes_back_a_tap_whose_answer_was_lost(artem: Page) -> None:
    lose_answers(artem, "**/artem/turn/")
    claim(artem, "5 +7")
    expect(artem.get_by_text("Not saved yet")).to_be_visible()
    artem.locator("#undo").click()
    artem.context.set_offline(False)
    expect(artem.locator("#redo")).to_be_visible()
    turn_of(artem, "Amy")
    assert points(artem) == "0"
    expect(
        artem.get_by_role("button", name="5 +7").first
    ).to_be_visible()  # the first round is there


def test_undo_takes_back_nothing_that_another_phone_entered(artem: Page, browser: Browser) -> None:
    other = join_table(browser, artem, "Sam")
    lose_answers(artem, "**/artem/turn/")
    claim(artem, "5 +7")
    expect(artem.get_by_text("Not saved yet")).to_be_visible()
    artem.locator("#undo").click()
    turn_of(other, "Sam")
    claim(other, "4 +5")
    turn_of(other, "Mika")
    artem.context.set_offline(False)
    expect(artem.locator("[data-refusals]")).to_contain_text("Undo")
    turn_of(artem, "Mika")
    assert (points(artem), points(artem, 2)) == ("7", "5")
    other.context.close()


def test_two_tabs_show_the_same_pending_tap(artem: Page) -> None:
    second = artem.context.new_page()
    second.goto(artem.url)
    turn_of(second, "Amy")
    with offline(artem):
        claim(artem, "5 +7")
        expect(second.locator(".unsent")).to_have_text("5 +7")
        claim(second, "4 +5")
        expect(artem.locator(".unsent")).to_have_text("4 +5")
    for tab in (artem, second):
        turn_of(tab, "Sam")
        assert points(tab) == "5"
        expect(tab.get_by_text("Not saved:")).to_be_hidden()


def test_a_refused_tap_says_what_the_table_has_until_it_is_read(
    artem: Page, browser: Browser
) -> None:
    other = join_table(browser, artem, "Sam")
    turn_of(other, "Amy")
    with offline(artem):
        claim(artem, "5 +7")
        claim(other, "4 +5")
        turn_of(other, "Sam")
    refused = artem.locator("[data-refusals]")
    expect(refused).to_have_text(
        "5 +7 Number 4 has already been entered. Take a look; you can correct it."
        " Latest: A turn was entered · Sam"
    )
    assert points(artem) == "5"
    artem.reload()
    second = artem.context.new_page()
    second.goto(artem.url)
    for tab in (artem, second):
        expect(tab.locator("[data-refusals]")).to_be_visible()
    second.get_by_role("button", name="Close").click()
    for tab in (artem, second):
        expect(tab.get_by_text("Not saved:")).to_be_hidden()
    other.context.close()


def test_guesses_are_questions_of_their_own(open_game: Open) -> None:
    page = open_game("artbox", ("Ana", "Ben", "Cleo", "Dov"))
    for name in ("Cleo", "Ana", "Dov"):
        finish(page, name)
    page.locator(".score label[for=drawing-1-1]").click()
    with offline(page):
        for guesser in (2, 3, 4):
            page.locator(f"#guess-1-{guesser}").click()
        page.locator("#guess-1-3").click()
        page.locator("#nobody-1").click()
        expect(page.locator("[data-queued]")).to_have_text("3")
    for guesser, guessed in ((2, "true"), (3, "false"), (4, "true")):
        button = page.locator(f"#guess-1-{guesser}")
        expect(button).to_have_attribute("aria-pressed", guessed)
        expect(button).to_contain_text("guessed it" if guessed == "true" else "did not")


def test_the_last_word_of_a_guess_sheet_counts_and_is_named_nowhere(open_game: Open) -> None:
    page = open_game("artbox", ("Ana", "Ben", "Cleo", "Dov"))
    take_seat(page, "Ana")
    for name in ("My drawing is finished", "Cleo", "Dov"):
        finish(page, name)
    expect(page.locator("#guesses")).to_be_focused()
    wait_until_settled(page)
    page.get_by_role("button", name="Guess sheets on the phones").click()
    page.get_by_text("Or type them all").click()
    for at, box in enumerate(page.locator("#type-words input[name^=word]").all()):
        box.fill(WORDS[at])
    page.get_by_role("button", name="Show these words").click()
    page.locator("#my-guess-sheet").click()
    page.locator("#place-1-1").click()
    page.locator("#drew-1-1").click()
    expect(page.get_by_role("heading", name="What is drawing 2?")).to_be_visible()
    wait_until_settled(page)
    with offline(page):
        page.locator("#word-2").click()
        page.locator("#word-3").click()
        page.locator("#word-4").click()
        expect(page.locator(".unsent")).to_have_count(1)
        labels = page.evaluate("Object.values(localStorage).map((taps) => JSON.parse(taps))")
        assert [tap["label"] for taps in labels for tap in taps] == [""]
    expect(page.get_by_role("heading", name="What is drawing 3?")).to_be_visible()
    expect(page.locator("#word-4")).to_contain_text("no. 2")
    expect(page.locator("#word-2 .artbox-said")).to_have_count(0)


def test_a_tick_that_is_taken_back_is_not_sent_with_the_others(open_game: Open) -> None:
    page = open_game("duplik")
    page.locator(".keys").get_by_text("6", exact=True).first.click()
    page.get_by_role("button", name="Start the round").click()
    page.locator("fieldset").get_by_role("button", name="To the left").first.click()
    expect(page.locator("#box-2-1")).to_be_visible()
    wait_until_settled(page)
    with offline(page):
        page.locator("#box-2-1").check()
        page.locator("#box-2-2").check()
        page.locator("#box-2-3").check()
        page.locator("#box-2-1").uncheck()
        page.locator("#box-2-3").uncheck()
        expect(page.locator("[data-queued]")).to_have_text("1")
    expect(page.get_by_text("Sam: 1").first).to_be_visible()
    for box, ticked in ((1, False), (2, True), (3, False)):
        expect(page.locator(f"#box-2-{box}")).to_be_checked(checked=ticked)


def test_the_last_answer_about_a_called_criterion_counts(open_game: Open) -> None:
    page = open_game("duplik")
    page.locator(".keys").get_by_text("6", exact=True).first.click()
    page.get_by_role("button", name="Start the round").click()
    page.locator("fieldset").get_by_role("button", name="To the left").first.click()
    page.get_by_role("button", name="Call criterion 1").click()
    expect(page.locator("#met-2")).to_be_visible()
    wait_until_settled(page)
    with offline(page):
        page.locator("#met-2").click()
        page.locator("#met-3").click()
        page.locator("#not-met-2").click()
        assert len(unsent(page)) == 2
    expect(page.locator("#not-met-2")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#met-3")).to_have_attribute("aria-pressed", "true")


def test_canvas_marks_the_button_that_was_tapped_and_shows_no_old_points(open_game: Open) -> None:
    page = open_game("canvas")
    form = page.locator("#easel-1-1")
    form.get_by_label("Counted by hand").check()
    expect(form.locator(".canvas-gained")).to_have_text("+0")
    with offline(page):
        form.get_by_role("button", name="Bonus points: one more").click()
        expect(form.locator(".canvas-gained")).to_have_count(0)
        page.locator("#enter-1").click()
        expect(page.locator("#enter-1")).to_have_class(re.compile("unsent"))
        expect(page.locator(".unsent")).to_have_count(1)
