"""How many taps it takes to the first points: for a stranger, and for people who play again."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import PHONE, wait_until_settled

# What is tapped, by game; nothing is typed, and no name is needed.
FROM_HOME = ("#play-{game}", ".in-reach .primary")
AGAIN = ("#rematch",)
FIRST_POINTS = {
    "artbox": ("#finish-1", "#finish-2", "#guess-1-2", "#record-rest"),
    "artem": ("#skip-first-round", "#claim-1x6"),
    "canvas": (
        "label:has([name=way][value=hand]) >> visible=true",
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
STRANGER = {"artbox": 6, "artem": 4, "canvas": 5, "duplik": 6}
PLAYED_BEFORE = {"artbox": 5, "artem": 3, "canvas": 4, "duplik": 5}


def tap_through(page: Page, game: str, taps: Sequence[str]) -> int:
    """Tap all of these, each as soon as it is there; return how many they were."""
    for selector in taps:
        button = page.locator(selector.format(game=game))
        expect(button).to_be_visible()
        button.click()
        if page.locator("#table").count():
            wait_until_settled(page)
    return len(taps)


@pytest.mark.parametrize("game", FIRST_POINTS)
def test_a_stranger_has_points_after_six_taps_at_most(page: Page, served: str, game: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(served)
    expect(page.locator(f"#play-{game}")).to_be_in_viewport()
    taps = tap_through(page, game, (*FROM_HOME, *FIRST_POINTS[game]))
    expect(page.locator("[data-points]").first).not_to_have_text("–")
    expect(page.locator("[data-points]").first).not_to_have_text("0")
    assert taps == STRANGER[game] <= 6


@pytest.mark.parametrize("game", FIRST_POINTS)
def test_people_who_play_again_start_with_one_tap(page: Page, served: str, game: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(served)
    tap_through(page, game, (*FROM_HOME, *FIRST_POINTS[game]))
    page.wait_for_url("**/table/*/")
    page.goto(f"{page.url}about/")
    page.get_by_role("button", name="Stop here").click()
    first_table = page.url
    taps = tap_through(page, game, AGAIN)
    expect(page).not_to_have_url(first_table)
    expect(page.locator("#take-back")).to_have_count(0)
    taps += tap_through(page, game, FIRST_POINTS[game])
    expect(page.locator("[data-points]").first).not_to_have_text("–")
    assert taps == PLAYED_BEFORE[game]
