"""Evenings of #ARTBOX: three phones and a board, one phone alone, and one without scripts."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import PHONE, join_table, open_table, take_seat, wait_until_settled

NAMES = ("Ana", "Ben", "Cleo")
WORDS = ("Cactus", "Camel", "Fork", "Lock", "Beard", "Eye", "Bun", "Moon", "Luggage")


def open_artbox(page: Page, served: str, *names: str, one_drawing: bool = False) -> None:
    choose = "One drawing each, also with three" if one_drawing else ""
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
    phone.locator("#my-ballot").click()
    phone.get_by_role("button", name=str(number), exact=True).click()
    phone.get_by_role("button", name=word, exact=True).click()
    for drawing, guess in guesses.items():
        expect(phone.get_by_role("heading", name=f"What is drawing {drawing}?")).to_be_visible()
        phone.get_by_role("button", name=guess, exact=True).click()
    phone.get_by_role("button", name="Hand the ballot in").click()
    expect(phone.get_by_text("is in.")).to_be_visible()
    phone.get_by_role("link", name="Back to the table").last.click()


def test_an_evening_with_ballots(phones: dict[str, Page]) -> None:
    ana, ben, cleo = phones.values()
    board = ana.context.new_page()
    board.goto(f"{ana.url}board/")
    for phone in (ben, ana):  # the last Number token is Cleo's
        phone.get_by_role("button", name="My drawing is finished").click()
        expect(phone.get_by_role("button", name="My drawing is finished")).to_have_count(0)
    ana.get_by_role("button", name="Ballots on the phones").click()
    for at, word in enumerate(WORDS[:6], 1):
        ana.get_by_label(f"Word {at}", exact=True).fill(word)
    ana.get_by_role("button", name="Show these words").click()
    expect(ben.get_by_text("Cactus")).to_be_visible()
    fill_in(ana, 2, "Cactus", {1: "Camel", 3: "Fork"})
    fill_in(ben, 1, "Camel", {2: "Cactus", 3: "Lock"})
    expect(ana.get_by_text("Not handed in yet: Cleo")).to_be_visible()
    fill_in(cleo, 3, "Fork", {1: "Camel", 2: "Cactus"})
    ana.get_by_role("button", name="Open the ballots").click()
    expect(ben.get_by_text("Drawing token: Ben")).to_be_visible()
    expect(ben.get_by_text("both hold 2 guesses of the drawing")).to_be_visible()
    ben.get_by_role("button", name="Record the round").click()
    expect(board.locator('[data-points="2"]')).to_have_text("1")
    expect(cleo.get_by_role("heading", name="Round 2")).to_be_visible()
    cleo.get_by_role("link", name="Correct round 1").click()
    cleo.get_by_role("checkbox", name="Ben").first.check()
    expect(cleo.get_by_text("What this would change")).to_be_visible()
    cleo.get_by_role("button", name="Save the correction").click()
    expect(board.locator('[data-points="2"]')).to_have_text("0")


def open_drawing(page: Page, author: int) -> None:
    wait_until_settled(page)
    fold = page.locator(f"#drawing-1-{author}")
    if fold.get_attribute("open") is None:
        fold.locator("summary").click()


def test_a_round_on_one_phone(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    open_artbox(page, served, *NAMES, "Dov")
    page.get_by_role("button", name="Roll for us").click()
    expect(page.get_by_role("button", name="Take the dice up")).to_be_visible()
    for name in ("Cleo", "Ana", "Dov"):
        page.get_by_role("button", name=name, exact=True).click()
        wait_until_settled(page)
    for author, guesser in ((1, 2), (1, 3), (2, 1)):
        open_drawing(page, author)
        page.locator(f"#guess-{author}-{guesser}").click()
        expect(page.locator(f"#guess-{author}-{guesser}")).to_have_attribute("aria-pressed", "true")
    open_drawing(page, 3)
    for author in (3, 4):
        page.locator(f"#nobody-{author}").click()
        expect(page.locator(f"#nobody-{author}")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Drawing token: Ana")).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 320
    page.get_by_role("button", name="Record the round").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(page.locator('[data-points="1"]')).to_have_text("1")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("button", name="Record the round")).to_be_visible()


def test_a_round_without_scripts(browser: Browser, page: Page, served: str) -> None:
    page.goto(served)  # keeps this test among those that need a browser
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    phone = context.new_page()
    open_artbox(phone, served, *NAMES, one_drawing=True)
    for name in NAMES[:-1]:
        phone.get_by_role("button", name=name, exact=True).click()
    phone.get_by_role("button", name="Ballots on the phones").click()
    for at, word in enumerate(WORDS[:6], 1):
        phone.get_by_label(f"Word {at}", exact=True).fill(word)
    phone.get_by_role("button", name="Show these words").click()
    for number, (name, word) in enumerate(zip(NAMES, WORDS, strict=False), 1):
        phone.get_by_role("link", name=f"Hand the phone to {name}").click()
        expect(phone.get_by_text("Cactus")).to_have_count(0)
        phone.get_by_role("button", name=f"I am {name}").click()
        phone.get_by_role("button", name=str(number), exact=True).click()
        phone.get_by_role("button", name=word, exact=True).click()
        for drawing in {1, 2, 3} - {number}:
            expect(phone.get_by_role("heading", name=f"What is drawing {drawing}?")).to_be_visible()
            phone.get_by_role("button", name=WORDS[drawing - 1], exact=True).click()
        phone.get_by_role("button", name="Hand the ballot in").click()
        phone.locator("#back").click()
    phone.get_by_role("button", name="Open the ballots").click()
    phone.get_by_role("button", name="Record the round").click()
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(phone.locator('[data-points="1"]')).to_have_text("1")
    context.close()
