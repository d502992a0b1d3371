"""The board, the result, its link and the history in a real browser, and printed."""

import re
from collections.abc import Callable
from typing import Any, Literal
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from scoring.web.browser_cookie import cookie_name
from tests.browser.axe import check_with_axe
from tests.browser.phones import PHONE

Claims = tuple[str, ...]
# Ida, Joe and Kim, to 15 points: Joe is ahead with 9, or wins with 18.
GOING: Claims = ("", "", "", "1x5", "1x6", "")
OVER: Claims = (*GOING, "", "1x6")
THREE: Claims = ("Ida", "Joe", "Kim")
Tables = Callable[..., str]
Played = dict[tuple[Claims, Claims], tuple[str, str]]  # the address, and whom the host is known as


def play(browser: Browser, served: str, names: Claims, claims: Claims) -> tuple[str, str]:
    """Open a table and play it so far, on a phone without scripts, where no tap has to wait."""
    with browser.new_context(java_script_enabled=False) as context:
        phone = context.new_page()
        phone.goto(f"{served}/new/artem/")
        for _ in range(len(names) - phone.locator("[data-seat]").count()):
            with phone.expect_navigation():
                phone.get_by_role("button", name="Add a seat").click()
        for at, name in enumerate(names):
            phone.fill(f"#name-{at}", name)
        with phone.expect_navigation():
            phone.get_by_role("button", name="Open the table").last.click()
        for claim in claims:
            with phone.expect_navigation():
                phone.locator(f'[id="claim-{claim}"]' if claim else "#no-claim").click()
        expect(phone.locator("#table")).to_have_attribute("data-revision", str(1 + len(claims)))
        cookies = {str(one.get("name")): str(one.get("value")) for one in context.cookies()}
        return phone.url, cookies[cookie_name()]


def known_as(page: Page, host: str, address: str) -> str:
    page.context.add_cookies([{"name": cookie_name(), "value": host, "url": urljoin(address, "/")}])
    return address


@pytest.fixture
def table(page: Page, browser: Browser, served: str) -> Tables:
    """Return the address of a table of which this page's phone is the host."""

    def opened(*claims: str, names: Claims = THREE) -> str:
        address, host = play(browser, served, names, claims)
        return known_as(page, host, address)

    return opened


@pytest.fixture(scope="module")
def played() -> Played:
    return {}


@pytest.fixture
def table_to_see(page: Page, browser: Browser, served: str, played: Played) -> Tables:
    """Return the address of one table for all tests that do not change it."""

    def opened(*claims: str, names: Claims = THREE) -> str:
        if (claims, names) not in played:
            played[claims, names] = play(browser, served, names, claims)
        address, host = played[claims, names]
        return known_as(page, host, address)

    return opened


def share_result(page: Page, address: str) -> str:
    page.goto(f"{address}result/")
    page.get_by_role("button", name="Create a link to share").click()
    link = page.locator(".link a").get_attribute("href")
    assert link
    return link


def fits(page: Page, *, high: bool) -> bool:
    fitting: bool = page.evaluate(
        "high => document.documentElement.scrollWidth <= innerWidth"
        " && (!high || document.documentElement.scrollHeight <= innerHeight)",
        high,
    )
    return fitting


def test_axe_finds_nothing(page: Page, table: Tables, served: str) -> None:
    address = table(*OVER)
    link = share_result(page, address)
    page.emulate_media(reduced_motion="reduce")
    names = ("board", "result", "entries", "history", "history/5/restore")
    pages = [f"{address}{name}/" for name in names]
    for at in (*pages, link, f"{served}/join/"):
        page.goto(at)
        for folded in page.locator("summary").all():
            folded.click()
        check_with_axe(page)


def test_axe_finds_nothing_on_a_board_that_still_moves(page: Page, table_to_see: Tables) -> None:
    address = table_to_see(*GOING)
    page.goto(f"{address}board/")
    check_with_axe(page)


INK_AND_GROUNDS = """() => {
  const plate = document.querySelector(".plate"), grounds = [];
  for (let it = plate; it; it = it.parentElement) {
    grounds.push(getComputedStyle(it).backgroundColor);
  }
  return [getComputedStyle(plate).color, grounds];
}"""


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("name", ["board", "result", "entries", "history", "history/3/restore"])
def test_it_fits_a_phone(page: Page, table_to_see: Tables, name: str, width: int) -> None:
    address = table_to_see(*OVER, names=("Ida", "Bartholomea" * 5, "Kim"))
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"{address}{name}/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert fits(page, high=False)


def test_the_board_follows_a_phone_within_two_seconds(page: Page, table: Tables) -> None:
    address = table(*GOING)
    page.goto(address)
    board = page.context.new_page()
    board.goto(f"{address}board/")
    second = board.locator(".lane").nth(1)
    expect(second).to_contain_text("Ida")
    page.locator('[id="claim-1x3"]').click()
    expect(board.locator(".lane").first).to_contain_text("Ida", timeout=2_000)
    expect(board.locator(".lane").first).to_contain_text("+3")
    expect(board.locator(".points.changed").first).to_be_visible()


def test_the_next_game_is_within_reach_of_the_winners_name(page: Page, table: Tables) -> None:
    page.set_viewport_size(PHONE)
    page.goto(table(*OVER))
    expect(page.get_by_role("heading", name="Joe wins")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_winner_arrives_on_all_screens_once_and_moves_only_if_wanted(
    page: Page, table: Tables, motion: Literal["no-preference", "reduce"]
) -> None:
    address = table(*GOING, "")
    board = page.context.new_page()
    screens = {page: address, board: f"{address}board/"}
    for screen, at in screens.items():
        screen.emulate_media(reduced_motion=motion)
        screen.goto(at)
    page.locator('[id="claim-1x6"]').click()
    for screen in screens:
        expect(screen.locator(".celebration.arrives")).to_have_count(1, timeout=3_000)
        assert screen.locator(".shapes path").count() == 26
        for moves in (".shapes path", "#verdict", ".poster .print"):
            name = screen.locator(moves).first.evaluate("it => getComputedStyle(it).animationName")
            assert (name == "none") == (motion == "reduce"), moves
        screen.reload()
        expect(screen.get_by_role("heading", name="Joe wins")).to_be_visible()
        expect(screen.locator(".arrives")).to_have_count(0)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_cover_moves_to_the_head_of_the_result(
    page: Page, table_to_see: Tables, motion: Literal["no-preference", "reduce"]
) -> None:
    page.add_init_script(
        "addEventListener('pagereveal', (event) => { window.moved = !!event.viewTransition; });"
    )
    page.emulate_media(reduced_motion=motion)
    page.goto(table_to_see(*OVER))
    page.get_by_role("link", name="See the result").click()
    page.wait_for_url("**/result/")
    page.wait_for_function("window.moved !== undefined")
    assert page.evaluate("window.moved") == (motion == "no-preference")
    name = page.locator(".result-head .print").evaluate(
        "it => getComputedStyle(it).viewTransitionName"
    )
    assert name == "cover"


def test_a_watcher_joins_from_the_boards_code_and_reads_the_history(
    page: Page, table: Tables, served: str, new_context: Any
) -> None:
    address = table(*GOING)
    page.goto(f"{address}board/")
    code = page.locator(".join .code").inner_text()
    phone = new_context(viewport={"width": 390, "height": 844}).new_page()
    phone.goto(f"{served}/join/")
    phone.fill("#code", code.lower())
    phone.get_by_role("button", name="Join").click()
    phone.get_by_role("button", name="Join the table").click()
    phone.get_by_role("button", name="Just watch").click()
    expect(phone.get_by_text("You are watching.")).to_be_visible()
    phone.goto(f"{address}history/")
    expect(phone.get_by_text("Joe: 0 → 9 points, place 2 → 1")).to_be_visible()
    expect(phone.get_by_role("link", name="Restore")).to_have_count(0)
    # The clock of the phone, and no longer the site's.
    expect(phone.locator("time").first).not_to_contain_text("UTC")


SHARE = """
window.shared = null;
navigator.canShare = () => true;
navigator.share = async ({ url, files }) => {
  window.shared = [url, files?.map(({ name, type }) => [name, type])];
};
"""


def test_the_phones_share_sheet_gets_the_picture(page: Page, table_to_see: Tables) -> None:
    page.add_init_script(SHARE)
    address = table_to_see(*OVER)
    link = share_result(page, address)
    with page.expect_response("**/picture.png"):
        page.reload()
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_function("window.shared")
    assert page.evaluate("window.shared") == [link, [["scorefolio.png", "image/png"]]]


def test_the_link_is_read_elsewhere_until_it_is_withdrawn(
    page: Page, table: Tables, new_context: Any
) -> None:
    address = table(*OVER)
    link = share_result(page, address)
    elsewhere = new_context().new_page()
    elsewhere.goto(link)
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Joe wins")
    expect(elsewhere.get_by_role("img", name="Points round by round")).to_be_visible()
    page.get_by_role("button", name="Stop sharing").click()
    expect(page.get_by_role("button", name="Create a link to share")).to_be_visible()
    elsewhere.goto(link)
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Page not found")


def test_a_round_trip_from_the_history_and_back(page: Page, table: Tables) -> None:
    address = table(*OVER)
    page.goto(f"{address}history/")
    page.locator("#revision-5").get_by_role("link", name="Restore").click()
    expect(page.get_by_text("Joe wins → Ida is ahead")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(page.get_by_text("Joe wins")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Joe wins")).to_be_visible()


def test_it_is_played_again_by_the_same_people(page: Page, table: Tables) -> None:
    address = table(*OVER)
    page.goto(f"{address}result/")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: not url.startswith(address))
    seats = page.get_by_role("list", name="Standings").get_by_role("listitem")
    expect(seats).to_contain_text(["Ida", "Joe", "Kim"])


def test_the_result_prints_on_one_page_in_black_on_white(page: Page, table_to_see: Tables) -> None:
    address = table_to_see(*OVER)
    page.goto(f"{address}result/")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    ink, grounds = page.evaluate(INK_AND_GROUNDS)
    assert ink == "rgb(0, 0, 0)"
    assert set(grounds) <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
