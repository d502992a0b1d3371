"""The frame of a table, the same in every game: head, points, and the bar with "Undo"."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import PHONE, join_table, open_board, open_table, wait_until_settled

NAMES = ("Amy", "Sam", "Mika")
GAMES = ("artbox", "artem", "canvas", "duplik")
MOST_PIXELS_OF_HEAD = 110
BOTTOM = "(it) => Math.round(it.getBoundingClientRect().bottom)"


def left_and_bottom(page: Page, selector: str) -> tuple[int, int]:
    box = page.locator(selector).bounding_box()
    assert box
    return round(box["x"]), round(box["y"] + box["height"])


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_one_line_and_the_points_above_what_is_entered(
    page: Page, served: str, slug: str
) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, slug, NAMES)
    expect(page.locator(".score > li")).to_contain_text([*NAMES])
    assert page.locator(".score").evaluate(BOTTOM) <= MOST_PIXELS_OF_HEAD
    assert page.locator(".bar").evaluate(BOTTOM) == PHONE["height"]
    for label in ("Menu", "Scorefolio"):
        expect(page.get_by_role("link", name=label)).to_be_in_viewport()
    for label in ("Rules", "Board"):
        expect(page.get_by_role("link", name=label, exact=True)).not_to_be_in_viewport()


def test_undo_is_always_in_the_same_place(page: Page, served: str, browser: Browser) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES)
    sam = join_table(browser, page, "Sam")
    page.get_by_role("button", name="No claim").click()
    expect(page.get_by_text("Undo: A turn was entered")).to_be_visible()
    where = left_and_bottom(page, "#undo")
    for name in ("Sam", "Mika"):
        expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
        wait_until_settled(page)
        page.get_by_role("button", name="No claim").click()
    expect(page.get_by_role("heading", name="Amy’s turn")).to_be_visible()
    wait_until_settled(page)
    page.locator("#claim-1x6").click()
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    assert left_and_bottom(page, "#undo") == where
    wait_until_settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Amy’s turn")).to_be_visible()
    assert left_and_bottom(page, "#undo") == where
    # Also on the other phone.
    sam.get_by_role("button", name="Redo").click()
    expect(sam.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    sam.context.close()


def test_it_is_there_after_the_end_and_for_who_watches(
    page: Page, served: str, browser: Browser
) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES)
    board = open_board(browser, page)
    for name in NAMES:
        expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
        wait_until_settled(page)
        page.get_by_role("button", name="No claim").click()
    page.locator("#deck > summary").click()
    page.get_by_role("button", name="Main deck").click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator(".bar #undo")).to_be_visible()
    expect(page.locator(".aside .button")).to_have_text(["Edit", "Add a photo", "Rules", "Board"])
    board.get_by_role("link", name="Back to the table").click()
    expect(board.locator(".bar")).to_have_count(0)
    expect(board.locator(".aside .button")).to_have_text(["So far", "Rules", "Board"])
    board.context.close()


def test_correct_leads_to_what_was_entered(page: Page, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES)
    page.get_by_role("button", name="No claim").click()
    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", name="So far")).to_be_visible()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
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
def test_what_undo_takes_back_can_be_read_whole(page: Page, served: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_table(page, served, "artem", NAMES)
    page.locator("#skip-first-round").click()
    latest = page.locator("#latest")
    expect(latest).to_have_text("Undo: The first round was skipped: nobody can claim in it")
    expect(latest).to_be_in_viewport(ratio=1)
    whole = "(it) => it.scrollHeight <= it.clientHeight && it.scrollWidth <= it.clientWidth"
    assert latest.evaluate(whole)
