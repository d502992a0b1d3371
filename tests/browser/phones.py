"""Open a table in a browser, and bring other phones and a board to it."""

import re
from collections.abc import Sequence
from html import unescape

from playwright.sync_api import Browser, Page, ViewportSize, expect

PHONE: ViewportSize = {"width": 390, "height": 844}
TELEVISION: ViewportSize = {"width": 1280, "height": 720}
# At every frame: what polls for it may look half a second late, and there are hundreds of taps.
SETTLED = """() => new Promise((done) => {
  const look = () => (document.querySelector(".settling") ? requestAnimationFrame(look) : done());
  look();
})"""


def open_table(page: Page, served: str, slug: str, names: Sequence[str], choose: str = "") -> None:
    """Open a table; `choose`: the label of an option that is not the usual one."""
    page.goto(f"{served}/new/{slug}/")
    for at, name in enumerate(names):
        if not page.locator(f"#name-{at}").count():
            page.get_by_role("button", name="Add a seat").click()
        page.locator(f"#name-{at}").fill(name)
    rows = page.locator("[data-seat]")
    for number in range(rows.count(), len(names), -1):
        page.get_by_role("button", name=f"Remove seat {number}").click()
        expect(rows).to_have_count(number - 1)
    if choose:
        page.locator("#rules > summary").click()
        page.get_by_label(choose).check()
    page.get_by_role("button", name="Open the table").last.click()
    page.wait_for_url("**/table/**")


def wait_until_settled(page: Page) -> None:
    """Wait until the table accepts taps again: right after a change it accepts none."""
    page.evaluate(SETTLED)


def join_table(browser: Browser, host: Page, name: str) -> Page:
    """Return the page of another phone, which took the seat of that name by the table's link."""
    other = _joined_page(browser, host, PHONE)
    _choose(other, name)
    return other


def take_seat(host: Page, name: str) -> None:
    """Take the seat of that name on the phone that opened the table."""
    host.goto(f"{host.url}seats/")
    _choose(host, name)


def _choose(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()
    expect(page.get_by_text(f"you are {name}")).to_be_visible()


def watch_table(browser: Browser, host: Page) -> Page:
    """Return the page of another phone, which joined the table and chooses a seat."""
    return _joined_page(browser, host, PHONE)


def open_board(browser: Browser, host: Page) -> Page:
    screen = _joined_page(browser, host, TELEVISION)
    screen.goto(f"{host.url}board/")
    expect(screen.locator(".board")).to_be_visible()
    return screen


def _joined_page(browser: Browser, host: Page, size: ViewportSize) -> Page:
    about = host.request.get(f"{host.url}about/").text()
    link = re.search(r'href="([^"]*/join/[^"]*)"', about)
    assert link
    other = browser.new_context(viewport=size).new_page()
    other.goto(unescape(link[1]))
    other.get_by_role("button", name="Join the table").click()
    return other
