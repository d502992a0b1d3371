"""Last night's session of each game, entered or uploaded in the admin with a real browser."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, StorageState, expect

from tests.browser.admin_login import log_in_and_set_up
from tests.browser.axe import violations
from tests.serving import PASSWORD, SUPERUSER

FillIn = Callable[..., None]


PASTE = """(field, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const more = { clipboardData, bubbles: true, cancelable: true };
  field.dispatchEvent(new ClipboardEvent("paste", more));
}"""

# What is wider than its own box or than the window.
SCROLLS_SIDEWAYS = """() => [...document.querySelectorAll("html, .score-sheet")]
  .filter((box) => box.scrollWidth > Math.max(box.clientWidth, box.offsetWidth) + 1)
  .map((box) => `${box.tagName} ${box.id} ${box.scrollWidth} > ${box.clientWidth}`)"""


@pytest.fixture(scope="module")
def admin_state(browser: Browser, served: str) -> StorageState:
    """Log in and set up the second factor, on a narrow page; return the browser's cookies."""
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    log_in_and_set_up(page, served, SUPERUSER, PASSWORD)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture(scope="module")
def browser_context_args(
    browser_context_args: dict[str, Any], admin_state: StorageState
) -> dict[str, Any]:
    return {**browser_context_args, "storage_state": admin_state}


@pytest.fixture
def group(page: Page, served: str) -> str:
    """Make a group of a user who is logged in, and return its name."""
    group = f"Thursday {uuid4()}"
    page.goto(f"{served}/admin/scoring/group/add/")
    page.fill("#id_name", group)
    page.fill("#id_slug", str(uuid4()))
    save(page)
    return group


@pytest.fixture
def fill_in(page: Page, served: str, group: str) -> FillIn:
    """Return a function that opens the score sheet of a game and fills in lines, but saves none."""

    def fill(game: str, names: Sequence[str], *lines: Sequence[str]) -> None:
        page.goto(f"{served}/admin/scoring/session/")
        page.get_by_role("link", name="Add session").click()
        page.select_option("#id_game", game)
        page.select_option("#id_group", label=group)
        page.get_by_role("button", name="Enter the session").click()
        for at, name in enumerate(names):
            page.locator(f"#name-{at}").fill(name)
        page.locator("#name-0").press("Enter")
        first = page.locator("tr[data-line] input").first
        expect(first).to_be_visible()
        expect(page.locator("tr[data-line]")).to_have_count(max(len(names) + 1, 3))
        first.focus()
        for line in lines:
            for cell in line:
                page.keyboard.type(cell)
                page.keyboard.press("Enter")

    return fill


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()


def save_sheet(page: Page) -> Locator:
    page.get_by_role("button", name="Save the session").click()
    page.wait_for_url("**/change/")
    return page.locator(".field-standings")


def test_an_evening_of_duplik(page: Page, fill_in: FillIn) -> None:
    fill_in("duplik", ["Sam", "Amy", "Mika"], ["1", "11", "", "1 6", "2 3 4", ""])
    says = page.locator("#says-1")
    expect(says).to_have_text("Super: 11 is not possible here. Enter a number from 1 to 10.")
    page.locator("#cell-1-super").fill("6")
    expect(says).to_contain_text("Sam 5")
    expect(save_sheet(page)).to_contain_text("Sam is ahead of Amy: 5 points against 4.")
    expect(page.locator("#revisions-group")).to_contain_text("sheet")


def test_an_evening_of_artem(page: Page, fill_in: FillIn) -> None:
    fill_in("artem", ["Ida", "Joe"], ["", ""], ["6", ""])
    expect(page.locator("#sheet-result")).to_contain_text("9 points against 0")
    page.get_by_label("Did a deck run out?").select_option("main-deck")
    expect(page.locator("#sheet-result")).to_contain_text("The main deck ran out.")
    expect(save_sheet(page)).to_contain_text("Ida beats Joe: 9 points against 0.")


def test_an_evening_of_artbox(page: Page, fill_in: FillIn) -> None:
    players = ["Ana", "Ben", "Cleo", "Dov"]
    fill_in("artbox", players, ["2 4 3 1", "", "2 3", "3", "2", "2", ""])
    standings = save_sheet(page)
    expect(standings).to_contain_text("1. Ben: 1")
    expect(standings).to_contain_text(
        "Ben is ahead of Ana: both have 1 token, but Ben has 3 right guesses of the"
        " drawing in the last round against 0."
    )


def test_an_evening_of_canvas(page: Page, fill_in: FillIn) -> None:
    fill_in("canvas", ["Abby"])
    for number, art in enumerate(("Precious / Wandering / Dreams", "Vast / Precious / Extreme"), 1):
        page.locator(f"#cell-{number}-player").fill("1")
        page.locator(f"#cell-{number}-art").fill(art)
    expect(page.locator("#says-2")).to_contain_text(
        "The art card “Precious” is already in a painting."
    )
    page.locator("#cell-2-art").fill("Vast / Pride / Extreme")
    expect(page.locator("#says-2")).to_contain_text("Abby")
    expect(save_sheet(page)).to_contain_text("1. Abby: ")


def test_results_and_players_from_files(page: Page, served: str, group: str) -> None:
    page.goto(f"{served}/admin/scoring/session/")
    page.get_by_role("link", name="Import sessions").click()
    page.select_option("#id_group", label=group)
    page.get_by_role("button", name="Continue").click()
    table = "date;game;Zoë;Yan\n2025-03-04;Canvas;30;28\n2025-03-05;Canvas;9,5;28\n"
    file: FilePayload = {"name": "a.csv", "mimeType": "text/csv", "buffer": table.encode()}
    page.set_input_files("#id_file", file)
    page.get_by_role("button", name="Preview the import").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".planned-session.is-new")).to_contain_text("1. Zoë new 30")
    expect(page.locator(".planned-session.is-refused")).to_contain_text("row 3, Zoë: “9,5”.")
    page.get_by_role("button", name="Add 1 session").click()
    expect(page.get_by_text("1 session was added.")).to_be_visible()
    page.goto(f"{page.url.partition('/import/')[0]}/import/grid/")
    rows = "Zoë\tYan\tWim\n30\t28\t1\n31\t9\t\n"
    page.get_by_label("Name of player 1").evaluate(PASTE, rows)
    page.get_by_label("Game of row 2").select_option("canvas")
    page.get_by_role("button", name="Preview the import").click()
    expect(page.locator(".planned-session.is-new")).to_have_count(2)
    expect(page.locator(".planned-session").nth(0)).to_contain_text("3. Wim new 1")
    page.goto(f"{served}/admin/scoring/player/")
    page.get_by_role("link", name="Import players").click()
    page.select_option("#id_group", label=group)
    page.get_by_role("button", name="Continue").click()
    players: FilePayload = {
        "name": "p.csv",
        "mimeType": "text/csv",
        "buffer": b"name\nyan\nXaver\n",
    }
    page.set_input_files("#id_players", players)
    page.get_by_role("button", name="Check the names").click()
    expect(page.get_by_text("already here: Yan")).to_be_visible()
    page.get_by_role("button", name="Add the players").click()
    expect(page.get_by_role("link", name="Xaver", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("artbox", ("Ana", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hal")),
        ("artem", ("Ida", "Joe", "Kim", "Lea")),
        ("canvas", ("Ada", "Bo", "Cy", "Dee", "Eve")),
        ("duplik", ("Sam", "Amy", "Mika", "Noa", "Oli", "Pia")),
    ],
)
def test_the_sheet_fits_and_its_fields_have_names(
    page: Page, fill_in: FillIn, game: str, players: tuple[str, ...]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    fill_in(game, players)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    wide = page.evaluate(SCROLLS_SIDEWAYS)
    assert violations(page, {"runOnly": ["label", "select-name"]}) == []
    assert not wide, str(wide)


def test_a_session_is_one_line_of_the_list(page: Page, fill_in: FillIn, served: str) -> None:
    players = [f"{name} of the {number}th street" for number, name in enumerate("ABCDEFGH", 4)]
    fill_in("artbox", players, ["12345678"])
    save_sheet(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{served}/admin/scoring/session/")
    line = page.locator("#result_list tbody tr").first
    expect(line.locator(".field-players span")).to_have_attribute("title", ", ".join(players))
    box = line.bounding_box()
    assert box is not None
    assert box["height"] < 40
    assert page.evaluate(
        "() => { const box = document.querySelector('.results');"
        " return box.scrollWidth <= box.clientWidth }"
    )
