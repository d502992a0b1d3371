"""An evening from the announcement to its tables: an organiser, and a phone without an account."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.organising import (
    check_page,
    follow,
    make_group,
    people_at,
    served_club,
    sign_up,
    table_of,
    tap,
)
from tests.browser.phones import PHONE

MOST_PIXELS = 1_300
HEIGHT = "document.documentElement.scrollHeight"
FONT_SIZES = "them => them.map((it) => parseFloat(getComputedStyle(it).fontSize))"
# Names without a space that take two lines or are wider than their place.
BROKEN_NAMES = """() => [...document.querySelectorAll(".room :is(.name, li > span:last-child)")]
  .filter((name) => name.scrollWidth > name.clientWidth + 1
    || name.offsetHeight > 1.6 * parseFloat(getComputedStyle(name).fontSize))
  .map((name) => name.textContent)"""


@pytest.fixture
def new_phone(browser: Browser) -> Callable[[], Page]:
    return lambda: browser.new_context(viewport=PHONE).new_page()


def plan_evening(page: Page, group: str) -> str:
    """Plan an evening that has begun, and return its link."""
    now = datetime.now().astimezone()
    page.goto(f"{group}evenings/")
    expect(page.get_by_text("No evenings planned")).to_be_visible()
    check_page(page)
    follow(page, "Plan an evening")
    page.get_by_label("Day").fill(f"{now:%Y-%m-%d}")
    page.get_by_label("Start time").fill(f"{now:%H:%M}")
    page.get_by_label("Location").fill("Sam’s attic")
    check_page(page)
    tap(page, "Save")
    expect(page.get_by_role("heading", name="Who is here")).to_be_visible()
    return page.url


def test_from_the_announcement_to_the_tables(
    page: Page, served: str, new_phone: Callable[[], Page]
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(served)
    page.get_by_role("link", name="Log in").click()
    sign_up(page, "olga")
    page.goto(served)
    evening = plan_evening(page, make_group(page, "Evening club"))

    guest = new_phone()
    guest.goto(evening)
    expect(guest.get_by_text("Sam’s attic")).to_be_visible()
    guest.get_by_label("Your name").fill("Mia")
    tap(guest, "I’m here")
    expect(guest.get_by_text("Mia, you are here.")).to_be_visible()
    check_page(guest)

    page.goto(evening)
    for name in ("Noa", "Zoe", "Ben"):
        if page.get_by_role("button", name="Save who is here").is_hidden():
            page.get_by_text("Tick who is here").click()
        page.get_by_label("Someone else").fill(name)
        tap(page, "Save who is here")
        expect(page.get_by_text(name, exact=False).first).to_be_visible()
    check_page(page)
    open_two_tables(page)

    guest.reload()
    expect(guest.get_by_role("heading", name="Your table: Artem")).to_be_visible()
    check_page(guest)
    follow(guest, "Join with the code shown at the table")
    expect(guest.get_by_role("heading", name="Join a table")).to_be_visible()

    board = new_phone()
    board.goto(f"{evening}board/")
    names = board.locator(".names")
    for one, other in (("Mia", "Zoe"), ("Noa", "Ben")):
        expect(names.filter(has_text=one).filter(has_text=other)).to_be_visible()
    check_page(board)


def open_two_tables(page: Page) -> None:
    """Let tables of two be proposed, which nobody has to change: nobody met before."""
    follow(page, "Make tables")
    for number in (1, 2):
        tap(page, "+ Artem")
        expect(table_of(page, number)).to_be_visible()
    expect(table_of(page, 2).get_by_role("radio")).to_have_count(2)
    assert people_at(page, 2) == ["Noa", "Ben"]
    check_page(page)
    tap(page, "Open these tables")
    expect(page.get_by_text("Mia, Zoe · opened by olga")).to_be_visible()


# A club of forty, 24 of whom are here


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Serve a site with a club in the middle of an evening; yield its pages and a cookie."""
    with served_club(tmp_path_factory.mktemp("club")) as pages:
        yield pages


@pytest.mark.parametrize("who", ["organiser", "guest"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_tonight_is_short_on_a_phone(
    browser: Browser, club: dict[str, Any], language: str, who: str
) -> None:
    context = browser.new_context(viewport=PHONE, locale=language)
    if who == "organiser":
        name, value = club["cookie"]
        context.add_cookies([{"name": name, "value": value, "url": club["address"]}])
    page = context.new_page()
    page.goto(club["address"] + club["evening"])
    expect(page.locator(".live")).to_have_count(3)
    assert page.evaluate(HEIGHT) <= MOST_PIXELS
    rows = page.locator(".ranking-of-evening tbody tr").filter(visible=True)
    expect(rows).to_have_count(4)  # who share the first rank
    page.locator("#all-rows").check()
    expect(rows).to_have_count(16)
    check_page(page)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_the_group_begins_with_what_is_played_during_an_evening(
    browser: Browser, club: dict[str, Any], language: str
) -> None:
    """Results, people and games are below."""
    context = browser.new_context(viewport=PHONE, locale=language)
    name, value = club["cookie"]
    context.add_cookies([{"name": name, "value": value, "url": club["address"]}])
    page = context.new_page()
    page.goto(club["address"] + club["group"])
    expect(page.locator(".live")).to_have_count(3)
    to_the_evening = page.locator(f'main a[href="{club["evening"]}"]').first
    for shown in (page.locator(".live").last, to_the_evening):
        place = shown.bounding_box()
        assert place
        assert place["y"] + place["height"] <= MOST_PIXELS
    check_page(page)


@pytest.mark.parametrize(
    ("width", "height"), [(1024, 600), (1280, 720), (1920, 1080), (3840, 2160)]
)
def test_the_room_board_fits_its_screen(
    browser: Browser, club: dict[str, Any], width: int, height: int
) -> None:
    """Nothing is smaller than 26 px on a screen of 1,920; on other screens as much more or less."""
    context = browser.new_context(viewport={"width": width, "height": height})
    name, value = club["cookie"]
    context.add_cookies([{"name": name, "value": value, "url": club["address"]}])
    page = context.new_page()
    page.goto(club["address"] + club["board"])
    expect(page.locator(".of-tables li")).to_have_count(3)
    expect(page.locator(".ranking li")).to_have_count(16)
    expect(page.locator(".of-people li")).to_have_count(24)
    assert page.evaluate(HEIGHT) <= height
    assert page.evaluate(BROKEN_NAMES) == []
    smallest = 26 * min(width / 1920, height / 1140)
    shown = page.locator(".room p, .of-people li > :not(.seal)")
    assert min(shown.evaluate_all(FONT_SIZES)) >= smallest
    assert min(page.locator(".ranking .name").evaluate_all(FONT_SIZES)) >= 40 / 26 * smallest
