"""Whatever is pressed says so at once, however slow the network is, and is sent once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.phones import PHONE, open_table

AT_MOST = 100  # milliseconds
SLOW = {"offline": False, "latency": 2000, "downloadThroughput": -1, "uploadThroughput": -1}
# From the click until a frame shows the element with another background.
MEASURE = """(element) => {
  const before = getComputedStyle(element).backgroundColor;
  element.addEventListener("click", ({ timeStamp }) => {
    const look = () => {
      const busy = element.matches("[aria-busy=true]");
      const isMarked = busy && getComputedStyle(element).backgroundColor !== before;
      if (isMarked) console.log(performance.now() - timeStamp);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { once: true });
}"""
LATER = "performance.now() + 600"  # than the second tap of a finger could be
Tap = Callable[[Locator], float]


@pytest.fixture
def slow_tap(page: Page) -> Tap:
    """Return a function that taps over a slow network; it returns how long nothing was shown."""

    def tap(pressed: Locator) -> float:
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", SLOW)
        pressed.evaluate(MEASURE)
        with page.expect_console_message() as reaction:
            pressed.click(no_wait_after=True)
        return float(reaction.value.text)

    return tap


@pytest.fixture
def posted(page: Page) -> list[str]:
    addresses: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            addresses.append(request.url)

    page.on("request", note)
    return addresses


@pytest.fixture
def table(page: Page, served: str) -> Page:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", ("Amy", "Sam"))
    return page


def test_a_tap_at_a_table(table: Page, slow_tap: Tap, posted: list[str]) -> None:
    posted.clear()
    button = table.get_by_role("button", name="No claim")
    assert slow_tap(button) <= AT_MOST
    expect(table.get_by_text("Saving …")).to_be_visible()
    table.wait_for_function("at => performance.now() > at", arg=table.evaluate(LATER))
    button.click()
    expect(table.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    expect(table.locator("[aria-busy]")).to_have_count(0)
    expect(table.get_by_text("Saving …")).to_be_hidden()
    assert len(posted) == 1


def test_a_form_of_another_page(page: Page, served: str, slow_tap: Tap, posted: list[str]) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{served}/new/artem/")
    button = page.get_by_role("button", name="Open the table").last
    assert slow_tap(button) <= AT_MOST
    button.click(no_wait_after=True)
    page.wait_for_url("**/table/**")
    assert len(posted) == 1


def test_a_link(table: Page, slow_tap: Tap) -> None:
    assert slow_tap(table.get_by_role("link", name="Menu")) <= AT_MOST
    table.wait_for_url("**/about/")
    table.go_back()
    expect(table.locator("[aria-busy]")).to_have_count(0)
