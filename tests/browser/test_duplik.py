"""Sessions of Duplik in a real browser: three phones and a board, only the keyboard, and one
phone without JavaScript."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import check_with_axe
from tests.browser.phones import (
    PHONE,
    join_table,
    open_board,
    open_table,
    take_seat,
    wait_until_settled,
)

NAMES = ("Sam", "Amy", "Mika")


@pytest.fixture
def phones(page: Page, browser: Browser, served: str) -> Iterator[list[Page]]:
    """Sam, who hosts, Amy and Mika, each at their phone; and the board."""
    page.set_viewport_size(PHONE)
    open_duplik(page, served)
    take_seat(page, "Sam")
    others = [*(join_table(browser, page, name) for name in NAMES[1:])]
    others.append(open_board(browser, page))
    yield [page, *others]
    for other in others:
        other.context.close()


def open_duplik(page: Page, served: str) -> None:
    open_table(page, served, "duplik", NAMES)
    expect(page.get_by_role("heading", name="Round 1: who narrates?")).to_be_visible()


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def tick(page: Page, place: int, *criteria: int) -> None:
    """Tick the boxes one after the other without waiting for the page, as a judge does."""
    for criterion in criteria:
        page.locator(f"#box-{place}-{criterion}").check()


def open_drawings(page: Page) -> None:
    page.get_by_role("heading", name="The drawings").click()


def points(board: Page, name: str) -> Locator:
    return board.locator(f'.lane:has(.name:text-is("{name}")) .points')


def begin(phone: Page, super_criterion: int, side: str = "To the left") -> None:
    phone.locator(".keys").get_by_text(str(super_criterion), exact=True).first.click()
    tap(phone, "Start the round")
    phone.locator("fieldset").get_by_role("button", name=side).first.click()


def test_three_phones_and_a_board_play_an_evening(phones: list[Page]) -> None:
    sam, amy, mika, board = phones
    begin(sam, 6)
    tap(sam, "Call criterion 1")
    expect(amy.get_by_text("Now judging: criterion 1")).to_be_visible()
    expect(amy.get_by_role("heading", name="You judge Mika’s drawing")).to_be_visible()
    expect(amy.locator("#met-3")).to_be_in_viewport()
    amy.locator("#met-3").click()
    expect(amy.locator("#met-3")).to_have_attribute("aria-pressed", "true")
    tick(amy, 3, 2, 6)
    open_drawings(sam)
    expect(sam.get_by_text("Mika: 3 + 2 super = 5")).to_be_visible()
    expect(sam.locator("#narrator-points")).to_have_text("3")
    expect(sam.get_by_text("Amy: –")).to_be_visible()
    tick(mika, 2, 4)

    open_drawings(mika)
    mika.locator("#dispute-it-3-5").click()
    disputed = amy.get_by_role("heading", name="Criterion 5 of Mika’s drawing")
    expect(disputed).to_be_visible()
    assert top(disputed) < top(amy.get_by_role("heading", name="You judge Mika’s drawing"))
    expect(mika.get_by_text("Still to vote: Amy")).to_be_visible()
    tap(amy, "Met")
    expect(sam.get_by_text("Mika: 4 + 2 super = 6")).to_be_visible()

    tap(amy, "Done")
    expect(sam.get_by_text("Still to answer: Mika")).to_be_visible()
    tap(mika, "Done")
    expect(sam.get_by_text("0 → 5 points")).to_be_visible()
    tap(sam, "Record the round")
    for name, held in [("Sam", "5"), ("Amy", "1"), ("Mika", "6")]:
        expect(points(board, name)).to_have_text(held)
    mika.locator("#so-far").click()
    expect(mika.get_by_text("disputed, met by 1 vote to 0")).to_be_visible()
    mika.get_by_role("link", name="Back to the table").click()

    for narrator, one, other in [(amy, sam, mika), (mika, sam, amy)]:
        expect(narrator.get_by_role("button", name="Start the round")).to_be_visible()
        begin(narrator, 1)
        for judge in (one, other):
            judge.locator("input[name=met]").first.check()
            wait_until_settled(judge)
            tap(judge, "Done")
            expect(judge.get_by_text("Judged.", exact=True)).to_be_visible()
        tap(one, "Record the round")
    expect(board.get_by_text("round 3 of 3")).to_be_visible()
    expect(board.get_by_text("Sam wins")).to_be_visible()
    expect(sam.get_by_text("Sam wins")).to_be_visible()
    mika.get_by_role("link", name="See the result").click()
    expect(mika.get_by_text("Best artist")).to_be_visible()


def test_the_called_criterion_is_under_the_thumb(phones: list[Page]) -> None:
    sam, amy, mika, _board = phones
    begin(sam, 6)
    tap(sam, "Call criterion 1")
    expect(sam.get_by_text("Still to answer: Mika, Amy")).to_be_visible()
    expect(amy.locator("#not-met-3")).to_have_attribute("aria-pressed", "false")
    for met in (True, False):
        button = amy.locator("#met-3" if met else "#not-met-3")
        expect(button).to_be_in_viewport()
        assert top(button) > PHONE["height"] / 2
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(sam.locator("#narrator-points")).to_have_text("1" if met else "–")
    expect(sam.get_by_text("Still to answer: Mika", exact=True)).to_be_visible()
    expect(sam.locator("#call-next")).to_be_in_viewport()
    sam.locator("#call-next").click()
    expect(amy.get_by_text("Criterion 2 of Mika’s drawing")).to_be_visible()
    mika.get_by_role("button", name="Dispute criterion 2").click()
    expect(amy.get_by_role("heading", name="Criterion 2 of Mika’s drawing")).to_be_visible()
    expect(amy.locator("#met-3")).to_have_count(0)  # it is voted on
    for criterion in range(3, 11):
        wait_until_settled(sam)
        sam.locator(f"#call-next[value='{criterion}']").click()
    expect(mika.get_by_text("Criterion 10 of Amy’s drawing")).to_be_visible()
    mika.locator("#judged-2").click()
    expect(sam.get_by_text("Still to answer: Amy")).to_be_visible()


def test_who_only_chose_a_narrator_lost_nothing(phones: list[Page]) -> None:
    sam, amy, _mika, _board = phones
    amy.get_by_label("Mika", exact=True).check()
    begin(sam, 6)
    expect(amy.get_by_role("heading", name="You judge Mika’s drawing")).to_be_visible()
    expect(amy.locator("[data-notice=unsaved]")).to_be_hidden()


def test_the_last_round_comes_back_whole_on_every_phone(phones: list[Page]) -> None:
    sam, amy, mika, _board = phones
    begin(sam, 6)
    tick(amy, 3, 1, 6)
    expect(amy.get_by_text("Mika: 2 + 2 super = 4").first).to_be_visible()
    for judge in (amy, mika):
        tap(judge, "Done")
        expect(judge.get_by_text("Judged.", exact=True)).to_be_visible()
    tap(mika, "Record the round")
    for phone in (mika, amy):
        expect(phone.get_by_role("heading", name="Round 2: who narrates?")).to_be_visible()
    tap(mika, "Undo")
    expect(amy.locator("#record")).to_be_visible()
    tap(amy, "Not done yet")
    expect(amy.locator("#box-3-6")).to_be_checked()


@pytest.mark.usefixtures("offline")
def test_boxes_ticked_offline_arrive_with_the_connection(phones: list[Page]) -> None:
    sam, amy, _mika, _board = phones
    begin(sam, 6)
    tick(amy, 3, 1, 6)
    open_drawings(sam)
    expect(sam.get_by_text("Mika: 2 + 2 super = 4")).to_be_visible()
    expect(amy.get_by_text("Mika: 2 + 2 super = 4").first).to_be_visible()
    amy.context.set_offline(True)
    tick(amy, 3, 7)
    amy.locator("#box-3-1").uncheck()
    expect(amy.get_by_text("Not saved yet")).to_be_visible()
    amy.context.set_offline(False)
    expect(amy.get_by_text("Not saved yet")).to_be_hidden()
    expect(amy.locator("#box-3-7")).to_be_checked()
    expect(amy.locator("#box-3-1")).not_to_be_checked()
    expect(sam.get_by_text("Mika: 2 + 2 super = 4")).to_be_visible()


@pytest.mark.usefixtures("offline")
def test_the_answer_given_offline_is_the_one_that_is_marked(phones: list[Page]) -> None:
    sam, amy, _mika, _board = phones
    begin(sam, 6)
    tap(sam, "Call criterion 1")
    met, not_met = amy.locator("#met-3"), amy.locator("#not-met-3")
    expect(met).to_be_visible()
    wait_until_settled(amy)
    amy.context.set_offline(True)
    for pressed, other in ((met, not_met), (not_met, met)):
        pressed.click()
        expect(pressed).to_have_class(re.compile("unsent"))
        expect(other).not_to_have_class(re.compile("unsent"))
    amy.context.set_offline(False)
    expect(not_met).to_have_attribute("aria-pressed", "true")


def test_a_double_tap_records_once_and_complains_of_nothing(phones: list[Page]) -> None:
    sam, amy, mika, _board = phones
    begin(sam, 6)
    for judge in (amy, mika):
        tap(judge, "Done")
        expect(judge.get_by_text("Judged.", exact=True)).to_be_visible()
    answers: list[int] = []
    sam.on(
        "response",
        lambda response: answers.append(response.status) if "record" in response.url else None,
    )
    sam.locator("#record").dblclick()
    expect(sam.get_by_role("heading", name="Round 2: who narrates?")).to_be_visible()
    sam.wait_for_load_state("networkidle")
    assert answers == [200]
    expect(sam.get_by_text("on another phone")).to_have_count(0)


def test_two_phones_record_the_same_round_at_once(phones: list[Page]) -> None:
    sam, amy, mika, _board = phones
    begin(sam, 6)
    for judge in (amy, mika):
        tap(judge, "Done")
        expect(judge.get_by_text("Judged.", exact=True)).to_be_visible()
    for phone in (sam, amy, mika):
        expect(phone.locator("#record")).to_be_visible()
    taps = [record_by_hand(phone) for phone in (sam, amy, mika)]
    with ThreadPoolExecutor(len(taps)) as pool:
        statuses = [tap.result() for tap in [pool.submit(send) for send in taps]]
    assert sorted(statuses) == [302, 422, 422]
    expect(sam.get_by_role("heading", name="Round 2: who narrates?")).to_be_visible()
    sam.locator("#so-far").click()
    expect(sam.get_by_text("Sam narrated")).to_have_count(1)


def record_by_hand(phone: Page) -> Callable[[], int]:
    """Send what the button would, from a thread that has no browser."""
    fields = phone.locator("form", has=phone.locator("#record")).locator("input")
    values = {str(field.get_attribute("name")): field.input_value() for field in fields.all()}
    cookies = "; ".join(f"{one.get('name')}={one.get('value')}" for one in phone.context.cookies())
    address = urlsplit(phone.url)
    headers = {
        "Cookie": cookies,
        "Referer": phone.url,
        "Content-Type": "application/x-www-form-urlencoded",
    }

    def send() -> int:
        connection = HTTPConnection(address.netloc, timeout=30)
        path = f"{address.path}duplik/record/"
        connection.request("POST", path, urlencode(values), headers)
        status = connection.getresponse().status
        connection.close()
        return status

    return send


def press_on(page: Page, target: Locator, key: str = "Enter") -> None:
    """Press Tab until the element has the focus, then the key."""
    expect(target).to_be_visible()
    for _ in range(150):
        if target.evaluate("element => element === document.activeElement"):
            page.keyboard.press(key)
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {target}")


def test_an_evening_by_keyboard_alone(page: Page, served: str) -> None:
    page.goto(f"{served}/new/duplik/")
    for at, name in enumerate(NAMES):
        press_on(page, page.locator(f"#name-{at}"), "Shift")
        page.keyboard.type(name)
    press_on(page, page.get_by_role("button", name="Open the table").last)
    for number in (1, 2, 3):
        expect(page.get_by_role("heading", name=f"Round {number}: who narrates?")).to_be_visible()
        press_on(page, page.locator("#begin-round"))
        press_on(page, page.locator("#side-right"))
        press_on(page, page.locator("#call-next"))
        expect(page.get_by_text("Now judging: criterion 1")).to_be_visible()
        for button in page.locator(".duplik-answer[name=met]").all():
            press_on(page, button)
            expect(button).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#narrator-points")).to_have_text("1")
        press_on(page, page.locator("summary", has_text="All ten criteria"))
        press_on(page, page.get_by_role("button", name="Done", exact=True))
        expect(page.locator(".score li", has_text="entered")).to_have_count(1)
        press_on(page, page.get_by_role("button", name="Done", exact=True))
        press_on(page, page.locator("#record"))
    expect(page.get_by_text("See the result")).to_be_visible()


@pytest.mark.browser_context_args(java_script_enabled=False, viewport=PHONE)
def test_one_phone_without_javascript(page: Page, served: str) -> None:
    open_duplik(page, served)
    for number, narrator in enumerate(NAMES, 1):
        page.get_by_role("link", name="Enter a whole round on this phone").click()
        page.get_by_label(narrator, exact=True).check()
        page.get_by_role("group", name="Super criterion").get_by_label("3", exact=True).check()
        for name in NAMES:
            if name != narrator:
                page.get_by_role("group", name=name).get_by_label("3", exact=True).check()
        tap(page, "See what it would change")
        expect(page.get_by_text("points").first).to_be_visible()
        tap(page, "Record the round")
        expect(page.get_by_text(f"round {min(number + 1, 3)} of 3")).to_be_visible()
    expect(page.get_by_text("Sam, Amy and Mika share the win")).to_be_visible()


@pytest.mark.browser_context_args(java_script_enabled=False, viewport=PHONE)
def test_boxes_are_saved_without_javascript(page: Page, served: str) -> None:
    open_duplik(page, served)
    begin(page, 6)
    mika = page.locator(".score label", has_text="Mika")
    save = page.get_by_role("button", name="Save the boxes")
    mika.click()
    tick(page, 3, 1, 6)
    save.click()
    mika.click()
    expect(page.get_by_text("Mika: 2 + 2 super = 4").first).to_be_visible()
    page.locator("#box-3-1").uncheck()
    save.click()
    mika.click()
    expect(page.get_by_text("Mika: 1 + 2 super = 3").first).to_be_visible()


MOST_PIXELS = 1300


def test_no_phase_of_a_round_is_long_with_six_players(
    page: Page, browser: Browser, served: str
) -> None:
    """Not for a host who judges for all, nor for who narrates or judges one drawing."""
    page.set_viewport_size(PHONE)
    open_table(page, served, "duplik", (*NAMES, "Dov", "Eva", "Fay"))
    phones = [page, join_table(browser, page, "Sam"), join_table(browser, page, "Amy")]

    def check_heights(*shown: str) -> None:
        for phone, text in zip(phones, shown, strict=True):
            expect(phone.get_by_text(text).first).to_be_visible()
            wait_until_settled(phone)
            height = phone.evaluate("document.documentElement.scrollHeight")
            assert height <= MOST_PIXELS, (text, height)

    check_heights(*["who narrates?"] * 3)
    tap(page, "Start the round")
    check_heights("Sam narrates", "You narrate", "Sam narrates")
    tap(page, "Turn the hourglass")
    check_heights(*["Stop the timer"] * 3)
    page.locator("#side-left").click()
    check_heights("Call criterion 1", "Call criterion 1", "You judge Fay’s drawing")
    for criterion in range(1, 11):
        wait_until_settled(page)
        page.locator(f"#call-next[value='{criterion}']").click()
        if criterion == 1:
            check_heights("Now judging: criterion 1", "Next: criterion 2", "Criterion 1 of Fay’s")
    check_heights("All ten have been called", "All ten have been called", "Criterion 10 of Fay’s")
    for phone in phones:
        check_with_axe(phone)
    for place in range(2, 7):
        page.locator(f"#judged-{place}").click()
        expect(page.locator(f"#judged-{place}")).to_have_count(0)
    check_heights(*["Record the round"] * 3)
    for phone in phones:
        check_with_axe(phone)
    for phone in phones[1:]:
        phone.context.close()


def test_axe_finds_nothing_while_a_round_is_judged(phones: list[Page]) -> None:
    sam, amy, mika, _board = phones
    check_with_axe(sam)
    begin(sam, 6)
    tap(sam, "Call criterion 1")
    check_with_axe(amy)
    open_drawings(mika)
    mika.locator("#dispute-it-3-5").click()
    expect(amy.get_by_text("is disputed").first).to_be_visible()
    for phone in (sam, amy):
        phone.set_viewport_size({"width": 320, "height": 700})
        assert phone.evaluate("document.documentElement.scrollWidth") <= 320
        check_with_axe(phone)


def top(heading: Locator) -> float:
    box = heading.bounding_box()
    assert box
    return box["y"]
