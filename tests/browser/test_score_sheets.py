"""Somebody has a score pad beside the keyboard: few actions, nothing typed is lost."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, ViewportSize, expect

from tests.browser.axe import EVERYTHING, violations
from tests.browser.organising import served_club
from tests.browser.page_styles import style_complaints
from tests.browser.phones import PHONE

DESK: ViewportSize = {"width": 1280, "height": 800}
# What one fills in, in the order of the fields: "" is walked past.
PADS: dict[str, tuple[int, list[str], list[list[str]]]] = {
    "Duplik": (
        25,
        ["Amélie", "Bastien", "Chiara"],
        [
            ["1", "7", "", "1 3 7", "2 4"],
            ["2", "3", "3 4", "", "3 10"],
            ["3", "10", "1 5", "1 2 10", ""],
        ],
    ),
    "Artem": (20, ["Amélie", "Bastien"], [["", ""], ["4", "0 2"], ["5", "6"], ["3", "2"]]),
    "#ARTBOX": (
        15,
        ["Amélie", "Bastien", "Chiara", "Dimitri"],
        [["3 1 2 4", "2", "2 4", "1", "1 2", "3"]],
    ),
    "Canvas": (15, ["Amélie", "Bastien"], [["1", "hs", "t", "", "o+h", "h"]]),
}


MOST_KEYS = 75


class Typist:
    """Fill in a page by keyboard, and count: an action is a click, or a field filled in."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.actions = self.keys = 0

    def click(self, role: Any, name: str) -> None:
        self.page.get_by_role("main").get_by_role(role, name=name, exact=True).click()
        self.actions += 1

    def type(self, text: str) -> None:
        """Fill in the field that has the focus, and go to the next one."""
        if text:
            self.page.keyboard.type(text)
            self.actions += 1
        self.page.keyboard.press("Enter")
        self.keys += len(text) + 1


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    with served_club(tmp_path_factory.mktemp("club")) as pages:
        yield pages


def opened(browser: Browser, club: dict[str, Any], path: str = "", **options: Any) -> Page:
    context = browser.new_context(**options)
    name, value = club["cookie"]
    context.add_cookies([{"name": name, "value": value, "url": club["address"]}])
    page = context.new_page()
    page.goto(f"{club['address']}{club['group']}{path}")
    return page


def enter(page: Page, game: str, day: str) -> Typist:
    """Type in a score pad from the group's page on."""
    _most, names, lines = PADS[game]
    typist = Typist(page)
    typist.click("link", "Enter a result")
    typist.click("link", "Enter its rounds too")
    typist.click("link", game)
    page.wait_for_url("**/sheets/*/**")  # the page before has a day, too
    page.get_by_label("Played on").fill(day)
    typist.actions += 1
    page.locator("#name-0").focus()
    for name in names:
        typist.type(name)
    expect(page.locator("tr[data-line] input").first).to_be_visible()
    expect(page.locator("tr[data-line]")).to_have_count(max(len(names) + 1, 3))
    page.locator("tr[data-line] input").first.focus()
    for number, line in enumerate(lines, 1):
        for cell in line:
            typist.type(cell)
        while page.evaluate("document.activeElement.closest('tr')?.rowIndex") == number:
            typist.type("")
    return typist


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", [*PADS])
def test_a_score_pad_takes_few_actions(
    browser: Browser,
    club: dict[str, Any],
    game: str,
    size: ViewportSize,
) -> None:
    most, names, lines = PADS[game]
    page = opened(browser, club, viewport=size)
    typist = enter(page, game, "2026-03-05" if size is DESK else "2026-03-06")
    last = page.locator(f"#says-{len(lines)}")
    expect(last).to_contain_text(names[0])
    expect(page.locator("#sheet-result")).to_contain_text("1. ")
    typist.click("button", "Save the session")
    page.wait_for_url("**/table/**")
    assert typist.actions <= most
    assert typist.keys <= MOST_KEYS


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_ten_results_without_rounds_take_few_actions(
    browser: Browser, club: dict[str, Any], size: ViewportSize
) -> None:
    page = opened(browser, club, viewport=size)
    typist = Typist(page)
    typist.click("link", "Enter a result")
    typist.click("link", "Enter several results")
    page.get_by_label("Game of row 2").select_option("canvas")
    typist.actions += 1
    least = 1 if size is DESK else 11  # other results on the phone: the same ones would be known
    names = ["Amélie", "Bastien", "Chiara"]
    for player, name in enumerate(names, 1):
        page.get_by_label(f"Name of player {player}", exact=True).fill(name)
        typist.actions += 1
        for row in range(10):
            points = page.get_by_label(f"Row {row + 2}, points of player {player}", exact=True)
            points.fill(str(least + row + player % 2))
            typist.actions += 1
    typist.click("button", "Preview the import")
    typist.click("button", "Add 10 sessions")
    expect(page.get_by_text("10 sessions were added.")).to_be_visible()
    assert typist.actions <= 40


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["artbox", "artem", "canvas", "duplik"])
def test_the_sheet_fits_and_axe_finds_nothing(
    browser: Browser, club: dict[str, Any], game: str, language: str
) -> None:
    players = "&".join(f"name={name}" for name in ("Amélie", "bastian", "Zoe"))
    page = opened(browser, club, f"sheets/{game}/?{players}", locale=language, viewport=DESK)
    page.locator("tr[data-line] input").first.fill("99")
    expect(page.locator("tr[data-line] [aria-invalid]").first).to_be_visible()
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page, EVERYTHING) == []
    assert list(style_complaints(page)) == []


def test_the_answer_about_a_name_leaves_the_rest_of_the_sheet(
    browser: Browser, club: dict[str, Any]
) -> None:
    page = opened(browser, club, "sheets/artem/", viewport=PHONE)
    page.get_by_label("Name in seat 1").fill("Bastein")
    page.get_by_label("Name in seat 2").fill("Zoe")
    page.get_by_label("Name in seat 2").blur()
    page.get_by_role("button", name="Yes, Bastien").click()
    expect(page.get_by_label("Name in seat 1")).to_have_value("Bastien")
    expect(page.get_by_label("Name in seat 2")).to_have_value("Zoe")
    expect(page.get_by_role("button", name="Save the session")).to_be_visible()


def test_lines_of_a_spreadsheet_land_in_their_cells(browser: Browser, club: dict[str, Any]) -> None:
    page = opened(browser, club, "sheets/duplik/?name=Ida&name=Joe&name=Kim", viewport=DESK)
    first = page.locator("#cell-1-narrator")
    first.focus()
    text = "\\n".join(["1\\t7\\t\\t1 3 7\\t2 4"] * 7)
    page.evaluate(
        f"""() => {{
          const data = new DataTransfer();
          data.setData("text", "{text}");
          const paste = new ClipboardEvent("paste", {{clipboardData: data, bubbles: true,
            cancelable: true}});
          document.activeElement.dispatchEvent(paste);
        }}"""
    )
    expect(page.locator("#cell-7-seat3")).to_have_value("2 4")
    expect(page.locator("#says-2")).to_contain_text("Ida has narrated as often as agreed")


def test_what_was_typed_survives_a_reload_and_is_gone_once_it_is_saved(
    browser: Browser, club: dict[str, Any]
) -> None:
    page = opened(browser, club, "sheets/artem/?name=Ida&name=Joe", viewport=DESK)
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#cell-2-seat1").fill("5")
    expect(page.locator("#says-2")).to_contain_text("Ida 7")
    page.reload()
    expect(
        page.get_by_text("These lines were entered earlier and have not been saved yet.")
    ).to_be_visible()
    expect(page.locator("#cell-2-seat1")).to_have_value("5")
    page.get_by_role("button", name="Save the session").click()
    page.wait_for_url("**/table/**")
    page.go_back()
    page.reload()
    expect(page.locator("#name-0")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0


def test_without_a_network_what_was_typed_stays(browser: Browser, club: dict[str, Any]) -> None:
    page = opened(browser, club, "sheets/artem/?name=Kim&name=Lou", viewport=DESK)
    page.on("dialog", lambda dialog: dialog.accept())
    expect(page.locator("#cell-2-seat1")).to_be_visible()
    page.context.set_offline(True)
    page.locator("#cell-2-seat1").fill("5")
    expect(page.get_by_text("The site cannot be reached.")).to_be_visible()
    page.get_by_role("button", name="Save the session").click()
    expect(page.locator("#cell-2-seat1")).to_have_value("5")
    page.context.set_offline(False)
    page.get_by_role("button", name="Save the session").click()
    page.wait_for_url("**/table/**")


def test_after_the_log_in_has_ended_what_was_typed_is_shown_again(
    browser: Browser, club: dict[str, Any]
) -> None:
    page = opened(browser, club, "sheets/artem/?name=Kim&name=Lou", viewport=DESK)
    page.on("dialog", lambda dialog: dialog.accept())
    expect(page.locator("#cell-2-seat1")).to_be_visible()
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.locator("#cell-2-seat1").fill("5")
    expect(page.get_by_text("You are logged out.")).to_be_visible()
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    page.reload()
    expect(page.locator("#cell-2-seat1")).to_have_value("5")


def test_leaving_unsaved_lines_asks(browser: Browser, club: dict[str, Any]) -> None:
    page = opened(browser, club, "sheets/artem/?name=Kim&name=Lou", viewport=DESK)
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.locator("#cell-2-seat1").fill("5")
    page.get_by_role("link", name="Scorefolio").click()
    page.wait_for_url(f"{club['address']}/")
    assert asked == ["beforeunload"]


def test_the_buttons_of_a_line_are_reached_by_keyboard(
    browser: Browser, club: dict[str, Any]
) -> None:
    page = opened(browser, club, "sheets/artem/?name=Ida&name=Joe", viewport=DESK)
    page.locator("#cell-2-seat1").fill("5")
    page.locator("#cell-2-seat2").fill("6")
    page.keyboard.press("Tab")
    expect(page.locator("#insert-2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#cell-3-seat2")).to_have_value("6")
    expect(page.locator("#cell-2-seat1")).to_be_focused()
    for key in ("Tab", "Tab", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.locator("#delete-2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#cell-2-seat2")).to_have_value("6")
    page.keyboard.press("Tab")
    expect(page.locator("#cell-3-seat1")).to_be_focused()
