"""Last night's session of each game, entered or uploaded in the admin with a real browser."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FilePayload, Locator, Page, StorageState, expect

from tests.browser.admin_login import log_in_and_set_up
from tests.serving import PASSWORD, SUPERUSER

Open = Callable[..., None]


# What is wider than its own box or than the window.
SCROLLS_SIDEWAYS = """() => [...document.querySelectorAll("html, .inline-group, .form-row")]
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
def open_table(page: Page, served: str, group: str) -> Open:
    """Return a function that opens a table of a game and shows its page."""

    def open_one(game: str, *names: str) -> None:
        page.goto(f"{served}/admin/scoring/session/add/")
        page.select_option("#id_game", game)
        page.select_option("#id_group", label=group)
        page.fill("#id_names", "\n".join(names))
        save(page)
        expect(page.get_by_text("The table is open.")).to_be_visible()

    return open_one


def save(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()


def save_and_stay(page: Page) -> Locator:
    page.get_by_role("button", name="Save and continue editing").click()
    return page.locator(".field-standings")


def row(page: Page, table: str, at: int) -> Callable[[str], Locator]:
    """Return how to find the fields of a row of an inline; add rows until it exists."""
    while page.locator(f"#{table}-{at}").count() == 0:
        page.locator(f"#{table}-group .add-row a").click()
    return lambda name: page.locator(f"#id_{table}-{at}-{name}")


def tick(page: Page, table: str, at: int, name: str, *labels: str) -> None:
    boxes = page.locator(f"#id_{table}-{at}-{name}")
    for label in labels:
        boxes.get_by_label(label, exact=True).check()


def test_an_evening_of_duplik(page: Page, open_table: Open) -> None:
    open_table("duplik", "Sam", "Amy", "Mika")
    played = row(page, "duplik_round_rows", 0)
    played("number").fill("1")
    played("narrator").select_option(label="Sam")
    played("super_criterion").fill("11")
    for at, (artist, met) in enumerate({"Amy": ("1", "6"), "Mika": ("2", "3", "4")}.items()):
        sheet = row(page, "duplik_sheet_rows", at)
        sheet("number").fill("1")
        sheet("artist").select_option(label=artist)
        tick(page, "duplik_sheet_rows", at, "met", *met)
    save_and_stay(page)
    complaint = page.locator("#duplik_round_rows-0 .field-super_criterion .errorlist")
    expect(complaint).to_have_text("11 is not possible here. Enter a number from 1 to 10.")
    row(page, "duplik_round_rows", 0)("super_criterion").fill("6")
    standings = save_and_stay(page)
    expect(standings).to_contain_text("Sam is ahead of Amy: 5 points against 4.")
    expect(page.locator("#duplik_sheet_rows-0").get_by_label("6", exact=True)).to_be_checked()
    expect(page.locator("#revisions-group")).to_contain_text("entered in the admin")


def test_an_evening_of_artem(page: Page, open_table: Open) -> None:
    open_table("artem", "Ida", "Joe")
    for at, player in enumerate(["Ida", "Joe", "Ida"]):
        turn = row(page, "artem_turn_rows", at)
        turn("number").fill(str(at + 1))
        turn("seat").select_option(label=player)
    claim = row(page, "artem_claim_rows", 0)
    claim("number").fill("3")
    claim("play").fill("1")
    claim("length").fill("6")
    expect(save_and_stay(page)).to_contain_text("Ida is ahead of Joe: 9 points against 0.")
    page.select_option("#id_artem_setup-0-deck_out", "main-deck")
    expect(save_and_stay(page)).to_contain_text("The main deck ran out.")


def test_an_evening_of_artbox(page: Page, open_table: Open) -> None:
    players = ["Ana", "Ben", "Cleo", "Dov"]
    open_table("artbox", *players)
    played = row(page, "artbox_round_rows", 0)
    played("number").fill("1")
    for token, name in enumerate(["Ben", "Dov", "Cleo", "Ana"], 1):
        played(f"finish_{token}").select_option(label=name)
    guesses = {"Ana": ("Ben", "Cleo"), "Ben": ("Cleo",), "Cleo": ("Ben",), "Dov": ("Ben",)}
    for at, (guesser, right) in enumerate(guesses.items()):
        ballot = row(page, "artbox_ballot_rows", at)
        ballot("number").fill("1")
        ballot("guesser").select_option(label=guesser)
        tick(page, "artbox_ballot_rows", at, "right", *right)
    standings = save_and_stay(page)
    expect(standings).to_contain_text("1. Ben: 1")
    expect(standings).to_contain_text(
        "Ben is ahead of Ana: both hold 1 token, and Ben has 3 guesses in the last round against 0."
    )


def test_an_evening_of_canvas(page: Page, open_table: Open) -> None:
    open_table("canvas", "Abby")
    for at, art in enumerate([("Precious", "Wandering", "Dreams"), ("Vast", "Pride", "Extreme")]):
        painting = row(page, "canvas_painting_rows", at)
        painting("seat").select_option(label="Abby")
        painting("number").fill(str(at + 1))
        for layer, name in enumerate(art, 1):
            painting(f"art_{layer}").select_option(name)
    expect(save_and_stay(page)).to_contain_text("1. Abby: ")
    again = row(page, "canvas_painting_rows", 1)
    again("art_1").select_option("Precious")
    save_and_stay(page)
    complaint = page.locator("#canvas_painting_rows-1 .errorlist")
    expect(complaint).to_have_text("The art card “Precious” already lies in a painting.")


def test_results_and_players_from_files(page: Page, served: str, group: str) -> None:
    page.goto(f"{served}/admin/scoring/session/")
    page.get_by_role("link", name="Import sessions").click()
    page.select_option("#id_group", label=group)
    page.get_by_role("button", name="Continue").click()
    table = "date;game;Zoë;Yan\n2025-03-04;Canvas;30;28\n2025-03-05;Canvas;9,5;28\n"
    file: FilePayload = {"name": "a.csv", "mimeType": "text/csv", "buffer": table.encode()}
    page.set_input_files("#id_file", file)
    page.get_by_role("button", name="See what would be added").click()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".planned-session.is-new")).to_contain_text("1. Zoë new 30")
    expect(page.locator(".planned-session.is-refused")).to_contain_text("row 3, Zoë: “9,5”.")
    page.get_by_role("button", name="Add 1 session").click()
    expect(page.get_by_text("1 session was added.")).to_be_visible()
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
    page.get_by_role("button", name="See who is new").click()
    expect(page.get_by_text("is here already: Yan")).to_be_visible()
    page.get_by_role("button", name="Add the players").click()
    expect(page.get_by_role("link", name="Xaver")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("artbox", ("Ana", "Ben", "Cleo", "Dov", "Eli", "Fay", "Gus", "Hal")),
        ("artem", ("Ida", "Joe", "Kim", "Lea")),
        ("canvas", ("Ada", "Bo", "Cy", "Dee", "Eve")),
        ("duplik", ("Sam", "Amy", "Mika", "Noa", "Oli", "Pia")),
    ],
)
def test_the_entry_page_fits_and_its_fields_have_names(
    page: Page, open_table: Open, game: str, players: tuple[str, ...]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_table(game, *players)
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    wide = page.evaluate(SCROLLS_SIDEWAYS)
    found = Axe().run(page, options={"runOnly": ["label", "select-name"]})
    assert found.violations_count == 0, found.generate_report()
    assert not wide, str(wide)


def test_a_session_is_one_line_of_the_list(page: Page, open_table: Open, served: str) -> None:
    players = [f"{name} of the {number}th street" for number, name in enumerate("ABCDEFGH", 4)]
    open_table("artbox", *players)
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
