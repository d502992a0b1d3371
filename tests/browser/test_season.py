"""An account, a group, a league, its standings, and what a correction changes in them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.organising import check_page, follow, invitation, join, make_group, sign_up, tap
from tests.browser.phones import PHONE, wait_until_settled

TIME_ZONE = "Asia/Tokyo"
Line = tuple[str, str, str]  # rank, player, value


@pytest.fixture
def new_phone(browser: Browser) -> Callable[[], Page]:
    return lambda: browser.new_context(viewport=PHONE).new_page()


def make_league(page: Page, name: str) -> str:
    """Create a league with the season that is proposed, and return the address of the season."""
    follow(page, "Create a league")
    page.get_by_label("Name").fill(name)
    tap(page, "Create the league")
    tap(page, "Create the season")
    expect(page.get_by_text("No results yet")).to_be_visible()
    expect(page.get_by_role("link", name="Open a table")).to_be_visible()
    return page.url


def start(page: Page, group: str, game: str, *names: str) -> None:
    page.goto(group)
    follow(page, "Open a table")
    page.get_by_role("link", name=game).click()
    expect(page.get_by_label("Group and league", exact=True)).to_have_value("thursday/cup")
    for seat, name in enumerate(names, 1):
        page.get_by_label(f"Name in seat {seat}").fill(name)
    page.get_by_role("button", name="Open the table").last.click()


def play_artem(page: Page) -> None:
    """Play Artem until the deck runs out: alice has 9 points, the other 3."""
    for name, tapped in [("Alice", "no-claim"), ("Bob", "no-claim"), ("Alice", "claim-1x6")]:
        turn(page, name, tapped)
    turn(page, "Bob", "claim-1x3")
    expect(page.get_by_role("heading", name="Alice’s turn")).to_be_visible()
    wait_until_settled(page)
    page.get_by_text("A deck ran out").click()
    tap(page, "Main deck")
    follow(page, "See the result")
    expect(page.get_by_role("heading", name="Alice wins")).to_be_visible()


def turn(page: Page, name: str, tapped: str) -> None:
    expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
    wait_until_settled(page)
    page.locator(f"#{tapped}").click()


def play_duplik(page: Page) -> None:
    """Play one round of Duplik, in which alice and bob are tied, and stop."""
    follow(page, "Enter a whole round on this phone")
    page.get_by_label("Cleo", exact=True).check()
    page.get_by_role("group", name="Super criterion").get_by_label("3", exact=True).check()
    for name in ("Alice", "Bob"):
        page.get_by_role("group", name=name).get_by_label("5", exact=True).check()
    tap(page, "Record the round")
    page.locator("#so-far").click()
    expect(page.get_by_text("Cleo narrated")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    page.get_by_role("link", name="Menu").click()
    follow(page, "Stop here …")
    tap(page, "Stop here")
    follow(page, "See the result")


def standings_lines(page: Page) -> list[Line]:
    """Of the table of a season, down to those two who played both games."""
    expect(page.locator("table.league")).to_be_visible()
    page.wait_for_load_state()
    rows = page.locator("table.league tbody tr").all()
    return [
        (
            row.locator(".rank").inner_text(),
            row.locator("th a").inner_text(),
            row.locator(".value").inner_text(),
        )
        for row in rows
        if row.locator("th a").inner_text() != "Cleo"
    ]


def check_player(page: Page, name: str, place: str, value: str) -> None:
    """Follow the link from the season's page to the player's, and back."""
    page.locator("table.league").get_by_role("link", name=name, exact=True).click()
    season = page.locator("li", has_text="Cup")
    expect(season).to_contain_text(f"Cup · 2 plays · {value}")
    expect(season).to_contain_text(place)
    check_page(page)
    season.get_by_role("link").click()


def correct(page: Page, before: list[Line], after: list[Line]) -> None:
    """Correct the third turn: alice claimed a row of 2."""
    page.locator("#so-far").click()
    page.locator("li", has_text="a row of 6").get_by_role("link", name="Edit").click()
    page.locator("#claim-1x2").check()
    shifts = page.locator('h3:text-is("In the standings of Cup, 2026") + ul li')
    then = {name: (rank, value) for rank, name, value in after}
    for rank, name, value in before:
        sentence = f"rank {rank} → {then[name][0]} · {value} → {then[name][1]}"
        expect(shifts.filter(has_text=name)).to_contain_text(sentence)
    check_page(page)
    tap(page, "Save the correction")
    expect(page.get_by_text("Bob wins")).to_be_visible()


def show_everybody(page: Page, group: str) -> None:
    page.goto(group)
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("everyone").check()
    tap(page, "Save")
    expect(page).to_have_url(group)


def check_sorting_and_sessions_behind_value(page: Page, standings: list[Line]) -> None:
    """Check that the standings can be sorted, and show on the same page what a value is made of."""
    page.evaluate("window.same_page = true")
    heading = page.get_by_role("columnheader", name="Points")
    for direction, order in (("descending", standings), ("ascending", standings[::-1])):
        heading.get_by_role("button").click()
        expect(heading).to_have_attribute("aria-sort", direction)
        assert standings_lines(page) == order
    page.locator("table.league .value a").first.click()
    expect(page.locator("#behind")).to_contain_text("Artem")
    expect(page.locator("#behind h2")).to_be_focused()
    assert page.evaluate("window.same_page")


@pytest.mark.browser_context_args(timezone_id=TIME_ZONE)
def test_two_phones_make_a_season(page: Page, new_phone: Callable[[], Page], served: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(served)
    page.get_by_role("link", name="Log in").click()
    sign_up(page, "alice")
    group = make_group(page, "Thursday", TIME_ZONE)
    other, stranger = new_phone(), new_phone()
    link = invitation(page, "scorekeeper")
    check_page(page)
    join(other, link, "bob")
    expect(other).to_have_url(group)
    page.goto(group)
    season = make_league(page, "Cup")
    check_page(page)

    start(page, group, "Artem", "Alice", "Bob")
    play_artem(page)
    start(other, group, "Duplik", "Alice", "Bob", "Cleo")
    play_duplik(other)
    other.get_by_role("link", name=re.compile("Counts for")).click()
    expect(other).to_have_url(season)
    before = [("1", "Alice", "1.5"), ("2", "Bob", "0.5")]
    assert standings_lines(other) == before
    check_page(other)
    check_player(other, "Alice", "Rank 1", "1.5")

    page.goto(season)
    page.get_by_role("main").get_by_role("link", name=re.compile("^Alice wins")).click()
    follow(page, "Back to the table")
    after = [("1", "Bob", "1.5"), ("2", "Alice", "0.5")]
    correct(page, before, after)
    for phone in (page, other):
        phone.goto(season)
        assert standings_lines(phone) == after
    check_player(other, "Alice", "Rank 2", "0.5")

    assert stranger.request.get(season).status == 404
    show_everybody(page, group)
    stranger.emulate_media(color_scheme="dark")
    stranger.goto(season)
    assert standings_lines(stranger) == after
    check_page(stranger)
    check_sorting_and_sessions_behind_value(stranger, after)
