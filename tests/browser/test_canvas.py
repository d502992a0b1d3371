"""Sessions of Canvas in real browsers: two phones, a board, a painting entered in each way."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import check_with_axe
from tests.browser.phones import open_table

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
ICONS = [(1, "hue"), (2, "shape"), (3, "shape"), (4, "tone"), (5, "texture"), (5, "bonus-shape")]


@pytest.fixture
def second_phone(browser: Browser) -> Iterator[Page]:
    """Return the page of a second phone."""
    context = browser.new_context(**PHONE)
    yield context.new_page()
    context.close()


def open_canvas(page: Page, served: str, *names: str) -> str:
    page.set_viewport_size(PHONE["viewport"])
    open_table(page, served, "canvas", names)
    return page.url


def join_by_code(second_phone: Page, served: str, page: Page, name: str) -> None:
    """Join with the second phone by the code in the menu of the first, and take a seat."""
    board = f"{page.url}board/"
    page.goto(board)
    code = page.locator(".join .code").inner_text()
    page.go_back()
    second_phone.goto(f"{served}/join/?code={code}")
    second_phone.get_by_role("button").first.click()
    second_phone.get_by_role("button", name=name).click()
    second_phone.wait_for_url(re.compile(r"/table/[^/]+/$"))


def open_painting(page: Page, place: int, number: int) -> Locator:
    """Show the form of a painting by a tap on its player's points, and return it."""
    form = page.locator(f"#easel-{place}-{number}")
    expect(form).to_be_attached()
    page.locator(f"label[for=easel-{place}]").click()
    return form


def tap_icons(form: Locator) -> None:
    form.get_by_text("Bonus icons").click()
    for slot, icon in ICONS:
        form.locator(f"[name=slots_{slot}][value={icon}]").check()


def enter_by_hand(page: Page, place: int, number: int) -> None:
    form = open_painting(page, place, number)
    form.get_by_label("Counted by hand").check()
    form.get_by_role("button", name="Bonus points: one more").click()
    expect(form.locator(".canvas-gained")).to_have_text("+1")
    page.locator(f"#enter-{place}").click()


def enter_nothing(page: Page, place: int, number: int) -> None:
    form = open_painting(page, place, number)
    form.get_by_label("Counted by hand").check()
    page.locator(f"#enter-{place}").click()


def test_two_phones_and_a_board_play_an_evening(
    page: Page, second_phone: Page, served: str
) -> None:
    table = open_canvas(page, served, "Ana", "Ben")
    join_by_code(second_phone, served, page, "Ben")
    tap_icons(form := open_painting(page, 1, 1))
    expect(form.locator(".canvas-gained")).to_have_text("+13")
    page.locator("#enter-1").click()
    expect(second_phone.get_by_text("1 of 6 paintings")).to_be_visible()

    form = open_painting(second_phone, 2, 1)
    form.get_by_label("By its art cards").check()
    for layer, word in enumerate(["Precious", "Dreams", "Truth"], 1):
        form.locator(f"[name=art_{layer}]").fill(word)
    form.locator("[name=art_3]").press("Tab")
    expect(form.get_by_text("Precious Truth")).to_be_visible()
    second_phone.locator("#enter-2").click()
    expect(page.get_by_text("2 of 6 paintings")).to_be_visible()

    for done, (place, number) in enumerate([(1, 2), (2, 2), (1, 3), (2, 3)], 3):
        enter_by_hand(page if place == 1 else second_phone, place, number)
        for phone in (page, second_phone):
            expect(phone.get_by_text(f"{done} of 6 paintings")).to_be_visible()
    expect(second_phone.get_by_text("Ana wins")).to_be_visible()
    page.goto(f"{table}board/")
    expect(page.locator(".plate .points").first).to_have_text("15")


def test_a_poll_leaves_what_is_being_tapped(page: Page, second_phone: Page, served: str) -> None:
    open_canvas(page, served, "Ana", "Ben")
    join_by_code(second_phone, served, page, "Ben")
    tap_icons(form := open_painting(page, 1, 1))
    enter_by_hand(second_phone, 2, 1)
    expect(page.get_by_text("1 of 6 paintings")).to_be_visible()
    expect(form.locator("[name=slots_1][value=hue]")).to_be_checked()
    form.locator("[name=slots_1][value=hue]").uncheck()
    expect(form.locator(".canvas-gained")).to_have_text("+7")  # and it is still looked at


def test_it_says_that_somebody_else_entered_the_same_painting(
    page: Page, second_phone: Page, served: str
) -> None:
    open_canvas(page, served, "Ana", "Ben")
    join_by_code(second_phone, served, page, "Ben")
    tap_icons(open_painting(page, 1, 1))
    enter_by_hand(second_phone, 1, 1)
    expect(page.get_by_text("1 of 6 paintings")).to_be_visible()
    notice = page.get_by_text("Your entry wasn’t saved")
    expect(notice).to_be_visible()
    expect(second_phone.get_by_text("1 of 6 paintings")).to_be_visible()
    expect(second_phone.get_by_text("Your entry wasn’t saved")).to_be_hidden()
    enter_by_hand(page, 1, 2)
    expect(notice).to_be_hidden()


def test_a_painting_entered_without_a_connection_arrives_later(
    browser: Browser, served: str
) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()  # one that may complain that the network is away
    open_canvas(page, served, "Ana", "Ben")
    tap_icons(form := open_painting(page, 1, 1))
    expect(form.locator(".canvas-gained")).to_have_text("+13")
    context.set_offline(True)
    page.locator("#enter-1").click()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect(form.locator("[name=slots_1][value=hue]")).to_be_checked()
    context.set_offline(False)
    expect(page.get_by_text("1 of 6 paintings")).to_be_visible(timeout=20_000)
    context.close()


def test_without_javascript_a_painting_is_looked_at_and_entered(
    browser: Browser, served: str
) -> None:
    context = browser.new_context(**PHONE, java_script_enabled=False)
    page = context.new_page()
    open_canvas(page, served, "Ana", "Ben")
    tap_icons(form := open_painting(page, 1, 1))
    form.get_by_role("button", name="See what it earns").click()
    expect(page.locator(".canvas-gained")).to_have_text("+13")
    page.get_by_role("button", name="Enter the painting").click()
    expect(page.get_by_text("1 of 6 paintings")).to_be_visible()
    context.close()


def tap_four_shapes(form: Locator) -> None:
    for slot in range(1, 5):
        form.locator(f"[name=slots_{slot}][value=shape]").check()


def test_points_are_asked_when_a_card_first_scores_and_known_to_the_next_table(
    page: Page, second_phone: Page, served: str
) -> None:
    page.set_viewport_size(PHONE["viewport"])
    page.goto(f"{served}/new/canvas/")
    page.fill("#name-0", "Ana")
    page.fill("#name-1", "Ben")
    page.locator("#rules > summary").click()
    page.get_by_label("Retail edition").check()
    expect(page.get_by_text("Points: you are asked at its first ribbon")).to_have_count(9)
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url("**/table/**")
    first_table = page.url
    join_by_code(second_phone, served, page, "Ben")
    tap_four_shapes(form := open_painting(page, 1, 1))
    expect(form.get_by_text("Not counted yet: Repetition.")).to_be_visible()
    page.locator("#enter-1").click()
    for phone in (page, second_phone):
        expect(phone.get_by_role("heading", name="Copy the points from the cards")).to_be_visible()
    row = second_phone.get_by_role("group", name="Repetition")
    row.get_by_label("1 ribbons, points").fill("3")
    row.get_by_label("2 ribbons, points").fill("7")
    enter_nothing(page, 1, 2)  # what is typed on the other phone stays
    expect(second_phone.get_by_text("2 of 6 paintings")).to_be_visible()
    second_phone.get_by_role("button", name="Save the points of Repetition").click()
    for phone in (page, second_phone):
        expect(phone.get_by_role("heading", name="Copy the points from the cards")).to_be_hidden()
        expect(phone.locator("[data-points='1']")).to_have_text("7")
        expect(phone.get_by_text("Your entry wasn’t saved")).to_be_hidden()

    page.goto(f"{served}/new/canvas/")
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url("**/table/**")
    expect(page).not_to_have_url(first_table)
    tap_four_shapes(form := open_painting(page, 1, 1))
    expect(form.locator(".canvas-gained")).to_have_text("+7")
    page.locator("#enter-1").click()
    expect(page.locator("[data-points='1']")).to_have_text("7")
    expect(page.get_by_role("heading", name="Copy the points from the cards")).to_be_hidden()


def test_alone_the_evening_ends_with_an_award(page: Page, served: str) -> None:
    open_canvas(page, served, "Ana")
    for number in (1, 2, 3):
        enter_by_hand(page, 1, number)
        expect(page.get_by_text(f"{number} of 3 paintings")).to_be_visible()
    page.get_by_role("link", name="See the result").click()
    expect(page.get_by_text("Participation Award")).to_be_visible()


@pytest.mark.parametrize("way", ["By its icons", "By its art cards", "Counted by hand"])
def test_it_fits_a_small_phone(page: Page, served: str, way: str) -> None:
    open_canvas(page, served, "Ana", "Ben")
    page.set_viewport_size({"width": 320, "height": 640})
    open_painting(page, 1, 1).get_by_label(way).check()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_icons_are_tapped_with_the_keyboard_alone(page: Page, served: str) -> None:
    open_canvas(page, served, "Ana", "Ben")
    page.locator("#easel-1").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    form = page.locator("#easel-2-1")
    expect(form.locator("[name=slots_1][value=hue]")).to_be_checked()
    expect(form.locator(".canvas-gained")).to_have_text("+1")


def test_axe_finds_nothing_while_a_painting_is_entered(page: Page, served: str) -> None:
    open_canvas(page, served, "Ana", "Ben")
    tap_icons(form := open_painting(page, 1, 1))
    expect(form.locator(".canvas-gained")).to_be_visible()
    check_with_axe(page)
