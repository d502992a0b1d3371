"""Undo, redo, correct, rules and board: in the same place in every game and at any moment."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import PHONE, join_table, open_board, open_table, wait_until_settled

NAMES = ("Amy", "Sam", "Mika")
LEFT_EDGES = """() => Object.fromEntries(Array.from(
  document.querySelectorAll(".bar :is(button, a)"),
  (it) => [it.textContent, Math.round(it.getBoundingClientRect().left)],
))"""
FROM_BAR_TO_ENTRY = """() => {
  const [bar, entry] = [".bar", ".entry"].map((it) => document.querySelector(it));
  return entry.getBoundingClientRect().top - bar.getBoundingClientRect().bottom;
}"""
ALL = {"Undo": 16, "Redo": 89, "Edit": 162, "Rules": 236, "Board": 309}


def at(*words: str) -> dict[str, int]:
    return {word: ALL[word] for word in words}


@pytest.mark.parametrize("slug", ["artbox", "artem", "canvas", "duplik"])
def test_every_game_has_it_above_what_is_entered(page: Page, served: str, slug: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, slug, NAMES)
    assert page.evaluate(LEFT_EDGES) == at("Rules", "Board")
    bar, entry = page.locator(".bar").bounding_box(), page.locator(".entry").bounding_box()
    assert bar
    assert entry
    assert bar["y"] + bar["height"] <= entry["y"] <= 300


def test_a_change_is_undone_and_redone(page: Page, served: str, browser: Browser) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES)
    sam = join_table(browser, page, "Sam")
    page.get_by_role("button", name="No claim").click()
    expect(page.get_by_text("Undo: A turn was entered")).to_be_visible()
    assert page.evaluate(LEFT_EDGES) == at("Undo", "Edit", "Rules", "Board")
    wait_until_settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Amy’s turn")).to_be_visible()
    assert page.evaluate(LEFT_EDGES) == at("Redo", "Rules", "Board")
    # Also on the other phone.
    sam.get_by_role("button", name="Redo").click()
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    assert page.evaluate(LEFT_EDGES) == at("Undo", "Edit", "Rules", "Board")
    sam.context.close()


def test_it_is_there_after_the_end_and_for_who_watches(
    page: Page, served: str, browser: Browser
) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES)
    board = open_board(browser, page)
    for _name in NAMES:
        wait_until_settled(page)
        page.get_by_role("button", name="No claim").click()
    page.locator("#deck > summary").click()
    page.get_by_role("button", name="Main deck").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    assert page.evaluate(LEFT_EDGES) == at("Undo", "Edit", "Rules", "Board")
    board.get_by_role("link", name="Back to the table").click()
    expect(board.locator(".bar")).to_contain_text("Board")
    assert [*board.evaluate(LEFT_EDGES)] == ["So far", "Rules", "Board"]
    board.context.close()


def test_correct_leads_to_what_was_entered(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES)
    page.get_by_role("button", name="No claim").click()
    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", name="So far")).to_be_visible()
    row = page.locator("#entries li", has_text="no claim")
    expect(row.get_by_role("link", name="Edit")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible()


def test_the_code_is_on_the_table_and_leads_to_its_qr_code(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES)
    entry = page.locator(".entry").bounding_box()
    page.locator("#no-claim").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    wait_until_settled(page)
    after = page.locator(".entry").bounding_box()
    assert entry
    assert after
    assert entry["y"] == pytest.approx(after["y"], abs=1)
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="and its QR code").click()
    expect(page.get_by_role("img", name="QR code")).to_be_in_viewport()


@pytest.mark.parametrize("width", [320, 390])
def test_what_undo_takes_back_can_be_read_whole_and_moves_nothing(
    page: Page, served: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_table(page, served, "artem", NAMES)
    distance = page.evaluate(FROM_BAR_TO_ENTRY)
    page.locator("#skip-first-round").click()
    latest = page.locator("#latest")
    expect(latest).to_have_text("Undo: The first round was skipped: nobody can claim in it")
    assert page.evaluate(FROM_BAR_TO_ENTRY) == distance
    whole = "(it) => it.scrollHeight <= it.clientHeight && it.scrollWidth <= it.clientWidth"
    assert latest.evaluate(whole)
