"""Each phase of a table is one screen of a phone: its question is in view, and the bar at the foot
hides nothing that is tapped next, also with the most seats and in French."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import PHONE, open_table, wait_until_settled

MOCK_UP = ("Sam", "Amy", "Mika", "Jo")
MOST = ("Alexandra", "Ben", "Cleopatra", "Dov", "Eva", "Maximilian", "Gil", "Hal")
MOST_SEATS = {"artbox": 8, "artem": 4, "canvas": 5, "duplik": 6}
SCREEN = "document.querySelector('.screen').offsetHeight"
# What of these is not on top where it is, or not on the screen at all.
HIDDEN = """(selectors) => {
  scrollTo(0, 0);
  return Array.from(document.querySelectorAll(selectors)).filter((it) => {
    const { left, top, width, height, bottom } = it.getBoundingClientRect();
    if (!width) return false;
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    const isOnTop = it.contains(seen) || seen?.contains(it);
    return !isOnTop || bottom > innerHeight;
  }).map((it) => it.id || it.innerText);
}"""
Phase = tuple[str, str, str]  # its name, its question, and what is tapped next


def artbox(page: Page) -> Iterator[Phase]:
    yield "drawing", "#round", "[id^=finish-]"
    for seat in range(1, page.locator(".score > li").count()):
        wait_until_settled(page)
        page.locator(f"#finish-{seat}").click()
        expect(page.locator(f"#finish-{seat}")).to_have_count(0)
    yield "guesses", "[id^=of-drawing-1-1]", "[id^=guess-1-], #nobody-1"
    page.locator("#guess-1-2").click()
    expect(page.locator("#record-rest")).to_be_visible()
    yield "first points", "[id^=of-drawing-1-1]", "[id^=guess-1-], #nobody-1, #record-rest"
    for author in range(1, page.locator(".score > li").count() + 1):
        wait_until_settled(page)
        page.locator(f"#nobody-{author}").click()
        expect(page.locator(f".score label[for=drawing-1-{author}]")).to_contain_text("✓")
    yield "record", "[id^=of-drawing] >> visible=true", "#record"


def artem(page: Page) -> Iterator[Phase]:
    yield "first turn", "#turn", "#no-claim, #skip-first-round"
    page.locator("#skip-first-round").click()
    expect(page.locator("#claim-1x6")).to_be_visible()
    yield "turn", "#turn", "[id^=claim-], #no-claim, #undo"


def canvas(page: Page) -> Iterator[Phase]:
    for icon in (1, 2, 4):
        page.locator(f"#easel-1-1 [name=slots_{icon}][value=hue]").check()
    expect(page.locator("#easel-1-1 .canvas-gained")).to_be_visible()
    yield (
        "painting",
        "#picture-1-1 h3",
        "#easel-1-1 .canvas-key, #easel-1-1 .canvas-ways .key, #enter-1",
    )


def duplik(page: Page) -> Iterator[Phase]:
    yield "narrator", "#begin", "[name=narrator], #begin-round"
    page.locator("#begin-round").click()
    expect(page.locator("#side-left")).to_be_visible()
    yield "hourglass", ".duplik-question", "#side-left, #side-right, #turn"
    page.locator("#side-left").click()
    expect(page.locator("#call-next")).to_be_visible()
    wait_until_settled(page)
    page.locator("#call-next").click()
    expect(page.locator(".duplik-called")).to_contain_text("1")
    expect(page.locator("[id^=met-]").first).to_be_visible()
    yield "criterion", ".duplik-called", "[id^=met-], [id^=not-met-], #call-next"


PLAYS: dict[str, Callable[[Page], Iterator[Phase]]] = {
    "artbox": artbox,
    "artem": artem,
    "canvas": canvas,
    "duplik": duplik,
}


def check(page: Page, phases: Iterator[Phase], *, one_screen: bool) -> None:
    for phase, question, needed in phases:
        wait_until_settled(page)
        assert page.evaluate(HIDDEN, needed) == [], phase
        expect(page.locator(question).first).to_be_in_viewport()
        if one_screen:
            assert page.evaluate(SCREEN) <= PHONE["height"], phase


@pytest.mark.parametrize("game", PLAYS)
def test_each_phase_is_one_screen(page: Page, served: str, game: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, game, MOCK_UP)
    check(page, PLAYS[game](page), one_screen=True)


@pytest.mark.parametrize("game", PLAYS)
def test_the_bar_hides_nothing_with_the_most_seats_in_french(
    page: Page, served: str, game: str
) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, game, MOST[: MOST_SEATS[game]])
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    check(page, PLAYS[game](page), one_screen=False)
