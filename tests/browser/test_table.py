"""Sessions of Artem; and for tables of every game: no tap is lost when the network fails."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.page_weight import first_visit
from tests.browser.phones import PHONE, join_table, open_board, open_table, wait_until_settled

NAMES = ("Amy", "Sam", "Mika")


@pytest.fixture
def host(page: Page, served: str) -> Page:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", NAMES)
    return page


def turn_of(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
    wait_until_settled(page)


def first_round(page: Page) -> None:
    for name in NAMES:
        turn_of(page, name)
        page.get_by_role("button", name="No claim").click()
    turn_of(page, NAMES[0])


def points(page: Page) -> dict[str, str]:
    return {
        str(each.locator(".name").text_content()): str(each.locator(".points").text_content())
        for each in page.locator(".score > li").all()
    }


def test_an_evening_on_three_phones_and_a_board(host: Page, browser: Browser) -> None:
    phones = {
        "Amy": host,
        "Sam": join_table(browser, host, "Sam"),
        "Mika": join_table(browser, host, "Mika"),
    }
    screen = open_board(browser, host)
    expect(screen.get_by_text("round 1, playing to")).to_be_visible()
    for name, phone in phones.items():
        turn_of(phone, name)
        phone.get_by_role("button", name="No claim").click()
    for at, row in enumerate(("6 +9", "3 +3", "2 +1")):
        name = NAMES[at]
        turn_of(phones[name], name)
        phones[name].get_by_role("button", name=row).first.click()
    expect(screen.locator(".lane").first).to_contain_text("Amy")
    expect(screen.locator(".lane").first).to_contain_text("9")
    turn_of(host, "Amy")
    host.get_by_role("button", name="6 +9").first.click()
    for page in (*phones.values(), screen):
        expect(page.get_by_text("Amy wins").first).to_be_visible(timeout=3000)
    host.get_by_role("link", name="See the result").click()
    expect(host.get_by_role("heading", name="Amy wins")).to_be_visible()
    expect(host.get_by_text("Amy beats Sam: 18 points against 3.")).to_be_visible()


def test_only_points_that_rose_are_marked(host: Page) -> None:
    host.locator("#skip-first-round").click()
    expect(host.locator("[data-undo].fresh")).to_be_visible()
    assert host.locator(".changed").count() == 0  # from nothing to 0
    host.get_by_role("button", name="6 +9").first.click()
    expect(host.locator(".points.changed")).to_have_text(["9"])


@pytest.mark.usefixtures("offline")
def test_a_tap_without_network_waits_in_the_queue_and_counts_once(host: Page) -> None:
    first_round(host)
    host.context.set_offline(True)
    host.get_by_role("button", name="5 +7").first.click()
    expect(host.get_by_text("Not saved yet")).to_be_visible()
    assert points(host)["Amy"] == "0"
    host.context.set_offline(False)
    turn_of(host, "Sam")
    expect(host.get_by_text("Not saved yet")).to_be_hidden()
    assert points(host) == {"Amy": "7", "Sam": "0", "Mika": "0"}
    host.locator("#so-far").click()
    expect(host.locator("#entries .row")).to_have_count(4)


@pytest.mark.usefixtures("offline")
def test_a_tap_that_a_busy_site_could_not_save_is_sent_again(host: Page) -> None:
    first_round(host)
    host.route("**/artem/turn/", lambda route: route.fulfill(status=503), times=1)
    host.get_by_role("button", name="5 +7").first.click()
    expect(host.get_by_text("The site is busy.")).to_be_visible()
    expect(host.get_by_text("Not saved yet")).to_be_visible()
    expect(host.get_by_text("No connection.")).to_be_hidden()
    turn_of(host, "Sam")
    expect(host.get_by_text("The site is busy.")).to_be_hidden()
    assert points(host)["Amy"] == "7"


@pytest.mark.usefixtures("offline")
def test_a_tap_whose_answer_was_lost_counts_once(host: Page) -> None:
    """It arrives, the answer does not; it is sent again with the same key."""
    first_round(host)
    answers: list[str] = []

    def lose_the_first(route: object) -> None:
        response = route.fetch()  # type: ignore[attr-defined]
        answers.append(response.text())
        if len(answers) == 1:
            route.abort()  # type: ignore[attr-defined]
        else:
            route.fulfill(response=response)  # type: ignore[attr-defined]

    host.route("**/artem/turn/", lose_the_first)
    host.get_by_role("button", name="5 +7").first.click()
    turn_of(host, "Sam")
    expect(host.get_by_text("Not saved yet")).to_be_hidden()
    assert len(answers) == 2
    assert points(host)["Amy"] == "7"


@pytest.mark.usefixtures("offline")
def test_what_was_tapped_offline_outlives_the_page(host: Page) -> None:
    first_round(host)
    host.context.set_offline(True)
    host.get_by_role("button", name="4 +5").first.click()
    expect(host.get_by_text("Not saved yet")).to_be_visible()
    table = host.url
    host.goto("about:blank")
    host.context.set_offline(False)
    host.goto(table)
    turn_of(host, "Sam")
    assert points(host)["Amy"] == "5"


def test_a_change_can_be_taken_back_from_the_page(host: Page) -> None:
    first_round(host)
    host.get_by_role("button", name="6 +9").first.click()
    turn_of(host, "Sam")
    expect(host.locator(".bar .fresh")).to_be_visible()
    host.get_by_role("button", name="Undo").click()
    turn_of(host, "Amy")
    assert points(host)["Amy"] == "0"


def test_a_correction_says_first_what_it_would_change(host: Page) -> None:
    first_round(host)
    host.get_by_role("button", name="6 +9").first.click()
    turn_of(host, "Sam")
    host.locator("#so-far").click()
    host.locator("#entries").get_by_role("link", name="Edit").first.click()
    host.locator("#no-claim-1").check()
    host.locator("#claim-2x3").check()
    expect(host.get_by_text("9 → 2 points")).to_be_visible()
    host.get_by_role("button", name="Save the correction").click()
    turn_of(host, "Sam")
    assert points(host)["Amy"] == "2"


def test_it_can_be_played_without_scripts(browser: Browser, served: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    open_table(page, served, "artem", NAMES[:2])
    for name in NAMES[:2]:
        expect(page.get_by_role("heading", name=f"{name}’s turn")).to_be_visible()
        page.get_by_role("button", name="No claim").click()
    page.get_by_role("button", name="6 +9").first.click()
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    assert points(page) == {"Amy": "9", "Sam": "0"}
    context.close()


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_is_wider_than_the_screen(host: Page, width: int) -> None:
    first_round(host)
    size: ViewportSize = {"width": width, "height": 800}
    host.set_viewport_size(size)
    for path in ("", "about/", "seats/", "history/", "result/", "board/", "artem/turn/1/"):
        host.goto(re.sub(r"(table/[^/]+/).*", rf"\1{path}", host.url))
        assert host.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_first_visit_to_a_table_is_light(host: Page, browser: Browser) -> None:
    context = browser.new_context(storage_state=host.context.storage_state())
    weight = first_visit(context.new_page(), host.url)
    assert weight.requests <= 20
    assert weight.bytes < 90_000
    context.close()


def test_an_evening_in_french(browser: Browser, served: str) -> None:
    context = browser.new_context(locale="fr-FR", viewport=PHONE)
    page = context.new_page()
    page.goto(f"{served}/new/artem/")
    for at, name in enumerate(("Zoé", "Élie")):
        page.locator(f"#name-{at}").fill(name)
    page.get_by_role("button", name="Ouvrir la table").last.click()
    taps = ("#no-claim", "#no-claim", "#claim-1x6", "#no-claim", "#claim-1x6", "#no-claim")
    for at, tapped in enumerate((*taps, "#claim-1x3")):
        name = ("Zoé", "Élie")[at % 2]
        expect(page.get_by_role("heading", name=f"À {name} de jouer")).to_be_visible()
        wait_until_settled(page)
        page.locator(tapped).click()
    page.get_by_role("link", name="Voir le résultat").click()
    expect(page.get_by_role("heading", name="Zoé gagne")).to_be_visible()
    expect(page.get_by_text("Zoé finit devant Élie")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("heading", name="Zoé wins")).to_be_visible()
    context.close()


WATCH_SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted += entry.value;
}).observe({ type: "layout-shift" });
"""


def test_nothing_moves_when_the_table_is_drawn_anew(host: Page, browser: Browser) -> None:
    """A seat that is given back is new to every screen, though this page shows none of it."""
    other = join_table(browser, host, "Sam")
    first_round(host)
    table = host.locator("#table")
    before = str(table.get_attribute("hx-get"))
    host.evaluate(WATCH_SHIFTS)
    other.goto(f"{host.url}seats/")
    other.get_by_role("button", name="Leave your seat").click()
    expect(table).not_to_have_attribute("hx-get", before)
    wait_until_settled(host)
    assert host.evaluate("window.shifted") == 0


def test_what_is_ticked_outlives_what_others_do(page: Page, browser: Browser, served: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{served}/new/artem/")
    for at, name in enumerate(NAMES[:2]):
        page.locator(f"#name-{at}").fill(name)
    page.locator("#rules > summary").click()
    page.get_by_label("All-in").check()
    page.get_by_role("button", name="Open the table").last.click()
    for name in NAMES[:2]:
        turn_of(page, name)
        page.get_by_role("button", name="No claim").click()
    other = join_table(browser, page, "Sam")
    turn_of(page, "Amy")
    page.locator("#claim-1x4").check()
    other.locator("#deck > summary").click()
    other.get_by_role("button", name="Main deck").click()
    expect(page.get_by_role("link", name="See the result")).to_be_visible()
    expect(page.get_by_text("The table has moved on")).to_be_visible()
    other.get_by_role("button", name="Undo and keep playing").click()
    turn_of(page, "Amy")
    page.locator("#claim-1x4").check()
    other.goto(f"{page.url}seats/")
    other.get_by_role("button", name="Leave your seat").click()
    with page.expect_response(lambda answer: "live" in answer.url and answer.status == 200):
        pass
    expect(page.locator("#claim-1x4")).to_be_checked()


def test_a_phone_that_was_sent_away_shows_that_it_was(host: Page, browser: Browser) -> None:
    other, screen = join_table(browser, host, "Sam"), open_board(browser, host)
    table = host.url
    host.goto(f"{table}about/")
    host.get_by_role("button", name="Free the seat").click()
    expect(other.get_by_text("This screen has left the table")).to_be_visible()
    other.get_by_role("button", name="No claim").click()
    expect(other.get_by_role("link", name="Join with a code")).to_be_visible()
    host.get_by_role("button", name="Create a new code").click()
    expect(screen.get_by_text("This screen has left the table")).to_be_visible()
    expect(screen.get_by_role("link", name="Join with a code")).to_be_visible()


@pytest.mark.usefixtures("offline")
def test_two_tabs_of_a_phone_keep_each_other_s_taps(host: Page) -> None:
    first_round(host)
    second = host.context.new_page()
    second.goto(host.url)
    turn_of(second, "Amy")
    host.context.set_offline(True)
    host.get_by_role("button", name="5 +7").first.click()
    second.locator("#deck > summary").click()
    second.get_by_role("button", name="Main deck").click()
    for tab in (host, second):
        expect(tab.get_by_text("Not saved yet")).to_be_visible()
    table = host.url
    host.goto("about:blank")
    second.goto("about:blank")
    host.context.set_offline(False)
    host.goto(table)
    expect(host.get_by_text("Amy wins").first).to_be_visible()
    assert points(host)["Amy"] == "7"
