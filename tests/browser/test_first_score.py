"""The number of taps to the first points: for a stranger, and for people who play again.

docs/screens.md says how many; the seconds are printed at the end."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.first_score import Path, measured, taps_in_docs
from tests.browser.phones import PHONE, join_table, open_table, take_seat, wait_until_settled

PASSWORD = "a gallery of one"  # noqa: S105 (of a site that lives as long as a test)
# What is tapped, by game; nothing is typed, and no name is needed.
FROM_HOME = ("#play-{game}", ".in-reach .primary")
AGAIN_FROM_HOME = (".again",)
FIRST_POINTS = {
    "artbox": ("#finish-1", "#finish-2", "#guess-1-2", "#record-rest"),
    "artem": ("#skip-first-round", "#claim-1x6"),
    "canvas": (
        "label:has([name=way][value=hand]) >> visible=true >> nth=0",
        "[data-step='1'] >> visible=true >> nth=0",
        "#enter-1",
    ),
    "duplik": (
        "#grid",
        "label:has([name=super_criterion][value='1'])",
        "label:has([name=sheet-2][value='1'])",
        "button.primary",
    ),
}
# A rematch of Canvas begins with the way of before; in Duplik each box shows its points at once.
FIRST_POINTS_AGAIN = {
    **FIRST_POINTS,
    "canvas": FIRST_POINTS["canvas"][1:],
    "duplik": ("#begin-round", "#side-left", "label:has([name=met]) >> nth=0"),
}
# On whose phone, once the host has started the rematch, as soon as it shows the tap before.
ON_PHONES = {
    "artbox": (
        ("Ida", "#finish-1"),
        ("Joe", "#table:not(:has(#finish-1)) #finish-2"),
        ("Joe", "#guess-1-2"),
        ("Kim", "#record-rest"),
    ),
    "duplik": (
        ("Ida", "#begin-round"),
        ("Ida", "#side-left"),
        ("Joe", "label:has([name=met]) >> nth=0"),
    ),
}


def tap_through(page: Page, game: str, taps: Sequence[str]) -> int:
    """Tap all of these, each as soon as it is there; return how many they were."""
    for selector in taps:
        button = page.locator(selector.format(game=game))
        expect(button).to_be_visible()
        before = page.url
        button.click()
        if selector == "#rematch":
            expect(page).not_to_have_url(before)
        if page.locator("#table").count():
            wait_until_settled(page)
    return len(taps)


def first_points(page: Page, game: str) -> Locator:
    """Return the place where the first points of some player are shown."""
    if game == "duplik" and page.locator(".brief").count():
        return page.locator(".brief > span").filter(has_text=re.compile("[1-9]")).first
    return page.locator("[data-points]").filter(has_text=re.compile("[1-9]")).first


def stop_here(page: Page, game: str) -> None:
    page.wait_for_url("**/table/*/")
    expect(first_points(page, game)).to_be_attached()  # before them there is nothing to stop
    page.goto(f"{page.url}about/")
    page.get_by_role("link", name="Stop here …").click()
    page.get_by_role("button", name="Stop here").click()
    page.wait_for_url("**/table/*/")


@pytest.mark.parametrize("game", FIRST_POINTS)
def test_a_stranger_has_points_after_six_taps_at_most(page: Page, served: str, game: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(served)
    expect(page.locator(f"#play-{game}")).to_be_in_viewport()
    with measured(Path("a stranger", game)) as path:
        path.taps = tap_through(page, game, (*FROM_HOME, *FIRST_POINTS[game]))
        expect(first_points(page, game)).to_be_visible()
    assert path.taps == taps_in_docs(path) <= 6


@pytest.mark.parametrize("game", FIRST_POINTS)
def test_people_play_again_from_the_home_page(page: Page, served: str, game: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(served)
    tap_through(page, game, (*FROM_HOME, *FIRST_POINTS[game]))
    stop_here(page, game)
    first_table = page.url
    page.goto(served)
    expect(page.locator(".again")).to_be_in_viewport()
    with measured(Path("people who play again, on one phone", game)) as path:
        path.taps = tap_through(page, game, (*AGAIN_FROM_HOME, *FIRST_POINTS_AGAIN[game]))
        expect(first_points(page, game)).to_be_visible()
    expect(page).not_to_have_url(first_table)
    assert path.taps == taps_in_docs(path)


@pytest.mark.parametrize("place", ["the table", "the result"])
def test_the_end_of_a_game_leads_to_the_next_with_one_tap(
    page: Page, served: str, place: str
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(served)
    tap_through(page, "artem", (*FROM_HOME, *FIRST_POINTS["artem"]))
    stop_here(page, "artem")
    if place == "the result":
        page.goto(f"{page.url}result/")
    assert tap_through(page, "artem", ("#rematch", *FIRST_POINTS_AGAIN["artem"])) == 3
    expect(page.locator("#undo")).to_have_count(1)
    expect(first_points(page, "artem")).to_be_visible()


@pytest.fixture
def phones(page: Page, served: str, browser: Browser, game: str) -> Iterator[dict[str, Page]]:
    """Yield the phones of three people at a table that is over."""
    page.set_viewport_size(PHONE)
    open_table(page, served, game, ["Ida", "Joe", "Kim"])
    others = {name: join_table(browser, page, name) for name in ("Joe", "Kim")}
    table = page.url
    take_seat(page, "Ida")
    page.goto(table)
    tap_through(page, game, FIRST_POINTS[game])
    stop_here(page, game)
    yield {"Ida": page, **others}
    for other in others.values():
        other.context.close()


@pytest.mark.parametrize("game", ON_PHONES)
def test_nobody_taps_more_than_three_times_where_all_have_their_phones(
    phones: dict[str, Page], game: str
) -> None:
    who = "people who play again, the most on any of their phones"
    with measured(Path(who, game)) as path:
        taps = Counter({"Ida": tap_through(phones["Ida"], game, ("#rematch",))})
        for name, selector in ON_PHONES[game]:
            taps[name] += tap_through(phones[name], game, (selector,))
        path.taps = max(taps.values())
        for each in phones.values():
            expect(first_points(each, game)).to_be_visible()
    assert path.taps == taps_in_docs(path) <= 3


def test_a_group_plays_again_from_the_home_page_of_another_phone(
    page: Page, served: str, browser: Browser
) -> None:
    sign_up(page, served, "uma")
    page.goto(f"{served}/groups/new/")
    page.fill("#id_name", "Monday")
    page.get_by_role("button", name="Create the group").click()
    open_table(page, served, "artem", ["Ida", "Joe"])
    tap_through(page, "artem", FIRST_POINTS["artem"])
    stop_here(page, "artem")
    with browser.new_context(viewport=PHONE) as context:
        other = context.new_page()
        log_in(other, served, "uma")
        with measured(Path("a group, with an account", "artem")) as path:
            other.goto(served)
            path.taps = tap_through(other, "artem", (".again", *FIRST_POINTS_AGAIN["artem"]))
            expect(first_points(other, "artem")).to_be_visible()
        assert other.get_by_text("Monday").count()
    assert path.taps == taps_in_docs(path) <= 3


def sign_up(page: Page, site: str, name: str) -> None:
    page.goto(f"{site}/accounts/signup/")
    page.fill("#id_username", name)
    page.fill("#id_password1", PASSWORD)
    page.get_by_role("button", name="Create the account").click()


def log_in(page: Page, site: str, name: str) -> None:
    page.goto(f"{site}/accounts/login/")
    page.fill("#id_login", name)
    page.fill("#id_password", PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url(f"{site}/")
