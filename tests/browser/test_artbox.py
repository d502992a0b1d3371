"""Sessions of #ARTBOX: three phones and a board, only one phone, and one without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import check_with_axe
from tests.browser.phones import PHONE, join_table, open_table, take_seat, wait_until_settled

NAMES = ("Ana", "Ben", "Cleo")
WORDS = ("cactus", "camel", "fork", "lock", "mast", "nose", "oven", "moon", "rope")


def open_artbox(page: Page, served: str, *names: str, one_drawing: bool = False) -> None:
    choose = "One drawing each, even with three players" if one_drawing else ""
    open_table(page, served, "artbox", names, choose)
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()


@pytest.fixture
def phones(browser: Browser, page: Page, served: str) -> Iterator[dict[str, Page]]:
    """Ana hosts; Ben and Cleo came by the link."""
    page.set_viewport_size(PHONE)
    open_artbox(page, served, *NAMES, one_drawing=True)
    take_seat(page, "Ana")
    others = {name: join_table(browser, page, name) for name in NAMES[1:]}
    yield {"Ana": page, **others}
    for other in others.values():
        other.context.close()


def fill_in(phone: Page, number: int, word: str, guesses: dict[int, str]) -> None:
    phone.locator("#my-guess-sheet").click()
    phone.get_by_role("button", name=str(number), exact=True).click()
    phone.get_by_role("button", name=word, exact=True).click()
    for drawing, guess in guesses.items():
        expect(phone.get_by_role("heading", name=f"What is drawing {drawing}?")).to_be_visible()
        phone.get_by_role("button", name=guess, exact=True).click()
    phone.get_by_role("button", name="Hand in the guess sheet").click()
    expect(phone.get_by_text("is in.")).to_be_visible()
    phone.get_by_role("link", name="Back to the table").last.click()


def test_an_evening_with_guess_sheets(phones: dict[str, Page]) -> None:
    ana, ben, cleo = phones.values()
    board = ana.context.new_page()
    board.goto(f"{ana.url}board/")
    for phone in (ben, ana):  # the last Number token is Cleo's
        phone.get_by_role("button", name="My drawing is finished").click()
        expect(phone.get_by_role("button", name="My drawing is finished")).to_have_count(0)
    ana.get_by_role("button", name="Guess sheets on the phones").click()
    ana.get_by_text("Or type them all").click()
    for at, word in enumerate(WORDS[:6], 1):
        ana.get_by_label(f"Word {at}", exact=True).fill(word)
    ana.get_by_role("button", name="Show these words").click()
    expect(ben.get_by_text("cactus")).to_be_visible()
    fill_in(ana, 2, "cactus", {1: "camel", 3: "fork"})
    fill_in(ben, 1, "camel", {2: "cactus", 3: "lock"})
    expect(ana.get_by_text("Not handed in yet: Cleo")).to_be_visible()
    fill_in(cleo, 3, "fork", {1: "camel", 2: "cactus"})
    ana.get_by_role("button", name="Reveal the guesses").click()
    expect(ben.get_by_text("Drawing token: Ben").first).to_be_visible()
    ben.get_by_text("Who gets the tokens, and why").click()
    expect(ben.get_by_text("both have 2 right guesses of the drawing")).to_be_visible()
    ben.get_by_role("button", name="Record the round").click()
    expect(board.locator('[data-points="2"]')).to_have_text("1")
    expect(cleo.get_by_role("heading", name="Round 2")).to_be_visible()
    cleo.get_by_role("link", name="Edit", exact=True).click()
    cleo.get_by_role("link", name="Edit round 1").click()
    cleo.get_by_role("checkbox", name="Ben").first.check()
    expect(cleo.get_by_text("What this would change")).to_be_visible()
    cleo.get_by_role("button", name="Save the correction").click()
    expect(board.locator('[data-points="2"]')).to_have_text("0")


def deal_and_read(phones: dict[str, Page]) -> dict[str, str]:
    """Deal words, and return what each phone shows to its player."""
    phones["Ben"].get_by_role("button", name="Deal words on the phones").click()
    read = {}
    for name, phone in phones.items():
        phone.locator("#my-word").click()
        read[name] = phone.locator(".artbox-words").inner_text()
        phone.locator("#back").click()
    return read


def test_a_round_in_which_nobody_types_a_word(phones: dict[str, Page]) -> None:
    ana, ben, cleo = phones.values()
    words = deal_and_read(phones)
    assert len({*words.values()}) == 3
    ben.locator("#my-word").click()
    check_height(ben)
    ben.get_by_role("button", name="Another word").click()
    expect(ben.get_by_text(words["Ben"], exact=True)).to_have_count(0)
    words["Ben"] = ben.locator(".artbox-words").inner_text()
    ben.locator("#back").click()
    for phone in (ben, ana):
        phone.get_by_role("button", name="My drawing is finished").click()
        expect(phone.get_by_role("button", name="My drawing is finished")).to_have_count(0)
    expect(cleo.get_by_text("Waiting for Ana to show the words.")).to_be_visible()
    check_height(ana)
    ana.get_by_role("button", name="Show the words").click()
    for word in words.values():
        expect(cleo.locator(".artbox-words li", has_text=word).first).to_be_visible()
    expect(cleo.locator(".artbox-words li")).to_have_count(6)
    cleo.locator("#my-guess-sheet").click()
    cleo.get_by_role("button", name="3", exact=True).click()
    expect(cleo.get_by_text("What did you draw?")).to_have_count(0)
    expect(cleo.get_by_text("Your drawing:")).to_contain_text(f"3 {words['Cleo']}")


def test_each_author_writes_a_word_on_one_phone_without_scripts(
    browser: Browser, page: Page, served: str
) -> None:
    page.goto(served)  # keeps this test among those that need a browser
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    phone = context.new_page()
    open_artbox(phone, served, *NAMES, one_drawing=True)
    for name in NAMES[:-1]:
        phone.get_by_role("button", name=name, exact=True).click()
    phone.get_by_role("button", name="Guess sheets on the phones").click()
    phone.get_by_role("button", name="Let the artists write their words").click()
    for name, word in zip(NAMES, WORDS, strict=False):
        phone.get_by_role("link", name=f"Hand the phone to {name}").click()
        phone.get_by_role("button", name=f"I am {name}").click()
        phone.get_by_label("Write down what you drew").fill(word)
        phone.get_by_role("button", name="Take this word").click()
        expect(phone.get_by_text(word, exact=True)).to_be_visible()
        phone.get_by_role("button", name="Close and hand the phone back").click()
        expect(phone.get_by_text(word, exact=True)).to_have_count(0)
    phone.get_by_role("button", name="Show the words").click()
    expect(phone.locator(".artbox-words li")).to_have_count(6)
    expect(phone.get_by_text(WORDS[0])).to_be_visible()
    context.close()


def open_drawing(page: Page, author: int) -> None:
    wait_until_settled(page)
    page.locator(f".score label[for=drawing-1-{author}]").click()
    expect(page.locator(f"#drawing-1-{author}")).to_be_checked()


def test_a_round_on_one_phone(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    open_artbox(page, served, *NAMES, "Dov")
    page.get_by_role("button", name="Roll the dice for us").click()
    expect(page.get_by_role("button", name="Pick the dice up")).to_be_visible()
    for name in ("Cleo", "Ana", "Dov"):
        page.get_by_role("button", name=name, exact=True).click()
        wait_until_settled(page)
    for author, guesser in ((1, 2), (1, 3), (2, 1)):
        open_drawing(page, author)
        page.locator(f"#guess-{author}-{guesser}").click()
        expect(page.locator(f"#guess-{author}-{guesser}")).to_have_attribute("aria-pressed", "true")
    page.locator("#nobody-2").click()
    for author in (3, 4):
        wait_until_settled(page)
        page.locator(f"#nobody-{author}").click()
    expect(page.locator("#drawing-1-1")).to_be_checked()  # Dov has not been asked about it
    expect(page.get_by_text("Drawing token: Ana").last).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 320
    page.get_by_role("button", name="Record the round").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(page.locator('[data-points="1"]')).to_have_text("1")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("button", name="Record the round")).to_be_visible()


ALL_SEATS = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Fay", "Gil", "Hal")
MOST_PIXELS = 1300


def check_height(page: Page) -> None:
    wait_until_settled(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= MOST_PIXELS
    check_with_axe(page)


def test_no_phase_of_a_round_is_long_with_eight_players(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_artbox(page, served, *ALL_SEATS)
    check_height(page)
    finish_all(page)
    check_height(page)
    page.locator("#guess-1-2").click()
    expect(page.get_by_text("So far:")).to_be_visible()
    expect(page.locator("#record-rest")).to_be_in_viewport()
    check_height(page)
    page.locator("#record-rest").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    check_height(page)
    finish_all(page)
    page.get_by_role("button", name="Guess sheets on the phones").click()
    expect(page.get_by_text("Or type them all")).to_be_visible()
    check_height(page)
    page.get_by_role("button", name="Let the artists write their words").click()
    expect(page.get_by_text("Still writing: Ana")).to_be_visible()
    check_height(page)
    page.get_by_role("button", name="Tap who guessed right").click()
    for author in range(1, 9):
        wait_until_settled(page)
        page.locator(f"#nobody-{author}").click()
    expect(page.locator("#record")).to_be_in_viewport()
    check_height(page)


def finish_all(page: Page) -> None:
    for seat in range(1, 8):
        page.locator(f"#finish-{seat}").click()
        expect(page.locator(f"#finish-{seat}")).to_have_count(0)
    expect(page.locator("#nobody-1")).to_be_visible()


@pytest.mark.usefixtures("offline")
def test_drawings_entered_offline_arrive_with_the_connection(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_artbox(page, served, *NAMES, one_drawing=True)
    for seat in (1, 2):
        page.locator(f"#finish-{seat}").click()
        expect(page.locator(f"#finish-{seat}")).to_have_count(0)
    page.locator("#guess-1-2").click()
    expect(page.locator("#guess-1-2")).to_have_attribute("aria-pressed", "true")
    page.context.set_offline(True)
    page.locator("#nobody-1").click()
    expect(page.locator("#drawing-1-2")).to_be_checked()  # without an answer
    wait_until_settled(page)
    page.locator("#guess-2-3").click()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    wait_until_settled(page)
    page.locator("#nobody-2").click()
    expect(page.locator("#drawing-1-3")).to_be_checked()
    page.context.set_offline(False)
    expect(page.get_by_text("Not saved yet")).to_be_hidden()
    for guess in ("1-2", "2-3"):
        expect(page.locator(f"#guess-{guess}")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#drawing-1-3")).to_be_checked()


def test_a_double_tap_on_the_next_drawing_leaves_none_out(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_artbox(page, served, *NAMES, "Dov")
    for seat in (1, 2, 3):
        page.locator(f"#finish-{seat}").click()
        expect(page.locator(f"#finish-{seat}")).to_have_count(0)
    wait_until_settled(page)
    box = page.locator("#nobody-1").bounding_box()
    assert box
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, delay=60)
    expect(page.locator(".score label[for=drawing-1-1]")).to_contain_text("entered")
    expect(page.locator(".score label[for=drawing-1-2]")).not_to_contain_text("entered")


@pytest.mark.browser_context_args(java_script_enabled=False, viewport=PHONE)
def test_one_drawing_after_the_other_without_scripts(page: Page, served: str) -> None:
    open_artbox(page, served, *NAMES, "Dov")
    for seat in (1, 2, 3):
        page.locator(f"#finish-{seat}").click()
    page.locator("#guess-1-2").click()
    page.locator("#guess-1-3").click()
    page.locator("#nobody-1").click()
    page.locator(".score label[for=drawing-1-1]").click()
    expect(page.locator("#guess-1-2")).to_have_attribute("aria-pressed", "true")
    page.locator("#guess-1-3").click()
    expect(page.locator("#guess-2-1")).to_be_visible()  # the next one that is not finished
    page.locator("#record-rest").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()


def test_a_round_without_scripts(browser: Browser, page: Page, served: str) -> None:
    page.goto(served)  # keeps this test among those that need a browser
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    phone = context.new_page()
    open_artbox(phone, served, *NAMES, one_drawing=True)
    for name in NAMES[:-1]:
        phone.get_by_role("button", name=name, exact=True).click()
    phone.get_by_role("button", name="Guess sheets on the phones").click()
    phone.get_by_text("Or type them all").click()
    for at, word in enumerate(WORDS[:6], 1):
        phone.get_by_label(f"Word {at}", exact=True).fill(word)
    phone.get_by_role("button", name="Show these words").click()
    for number, (name, word) in enumerate(zip(NAMES, WORDS, strict=False), 1):
        phone.get_by_role("link", name=f"Hand the phone to {name}").click()
        expect(phone.get_by_text("cactus")).to_have_count(0)
        phone.get_by_role("button", name=f"I am {name}").click()
        phone.get_by_role("button", name=str(number), exact=True).click()
        phone.get_by_role("button", name=word, exact=True).click()
        for drawing in {1, 2, 3} - {number}:
            expect(phone.get_by_role("heading", name=f"What is drawing {drawing}?")).to_be_visible()
            phone.get_by_role("button", name=WORDS[drawing - 1], exact=True).click()
        phone.get_by_role("button", name="Hand in the guess sheet").click()
        phone.locator("#back").click()
    phone.get_by_role("button", name="Reveal the guesses").click()
    phone.get_by_role("button", name="Record the round").click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(phone.locator('[data-points="1"]')).to_have_text("1")
    context.close()
