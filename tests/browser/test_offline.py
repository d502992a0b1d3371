"""A table that was open on a phone opens there without a network, and its taps are kept."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import PHONE, open_table

UNTIL_KEPT = """async ([path, words]) => {
  const copy = async () => (await caches.open("tables")).match(path, { ignoreVary: true });
  const isReached = async () => {
    const kept = await copy();
    return words === null ? !kept : kept && (await kept.text()).includes(words);
  };
  for (let tries = 0; !(await isReached()); tries += 1) {
    if (tries === 600) throw new Error(`no copy of ${path} has these words: ${words}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}"""
IN_CHARGE = "() => navigator.serviceWorker.controller !== null"

pytestmark = pytest.mark.usefixtures("offline")


@pytest.fixture
def table(page: Page, served: str) -> str:
    """Open a table, and wait until it is kept; return its address."""
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", ("Amy", "Sam"))
    address = page.url
    page.wait_for_function(IN_CHARGE)
    wait_for_copy(page, address, "Amy’s turn")
    return address


def wait_for_copy(page: Page, address: str, words: str | None) -> None:
    """Wait until the copy of the table has these words; None: until there is none."""
    page.evaluate(UNTIL_KEPT, [urlsplit(address).path, words])


def cold_start(page: Page, address: str) -> None:
    """Open the address as a new tab of the phone does."""
    page.goto("about:blank")
    page.goto(address)


def test_it_opens_and_takes_a_tap_that_arrives_later(page: Page, table: str) -> None:
    page.context.set_offline(True)
    cold_start(page, table)
    expect(page.get_by_role("heading", name="Amy’s turn")).to_be_visible()
    page.get_by_role("button", name="No claim").click()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible(timeout=20_000)


def test_a_pending_tap_can_still_be_replaced_after_a_cold_start(page: Page, table: str) -> None:
    page.context.set_offline(True)
    page.get_by_role("button", name="No claim").click()
    cold_start(page, table)
    expect(page.locator(".unsent")).to_have_text("No claim")
    page.get_by_role("button", name="Skip the first round").click()
    expect(page.locator(".unsent")).to_have_text("Skip the first round")
    expect(page.locator("[data-queued]")).to_have_text("1")
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="5 +7").first).to_be_visible()
    expect(page.get_by_role("heading", name="Amy’s turn")).to_be_visible()
    expect(page.get_by_text("Not saved:")).to_be_hidden()


def test_it_is_kept_as_it_was_shown_last(page: Page, table: str) -> None:
    page.get_by_role("button", name="No claim").click()
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    wait_for_copy(page, table, "Sam’s turn")
    page.context.set_offline(True)
    cold_start(page, table)
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    page.context.set_offline(False)


def test_each_cold_start_has_a_key_of_its_own(page: Page, table: str) -> None:
    """Else the second tap would count as the first one, sent again."""
    page.context.set_offline(True)
    keys = set()
    for _ in range(2):
        cold_start(page, table)
        page.wait_for_function("() => window.htmx")
        keys.add(page.locator("[data-tap] [name=key]").first.input_value())
    page.context.set_offline(False)
    assert len(keys) == 2


@pytest.mark.usefixtures("table")
def test_another_page_leads_to_the_tables_that_are_kept(page: Page, served: str) -> None:
    page.context.set_offline(True)
    cold_start(page, served)
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.get_by_role("link", name="Artem").click()
    expect(page.get_by_role("heading", name="Amy’s turn")).to_be_visible()
    page.context.set_offline(False)


def test_the_rules_and_the_board_of_a_table_open(page: Page, table: str) -> None:
    wait_for_copy(page, f"{table}help/", "How Artem is scored")
    wait_for_copy(page, f"{table}board/", "Scan to join")
    page.context.set_offline(True)
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("heading", name="How Artem is scored")).to_be_visible()
    page.get_by_role("link", name="Back to the table").first.click()
    page.get_by_role("link", name="Board").click()
    expect(page.locator(".board")).to_be_visible()
    expect(page.get_by_text("No connection.")).to_be_visible()
    page.context.set_offline(False)


def test_a_visit_to_the_home_page_keeps_it_with_the_tables(
    page: Page, served: str, table: str
) -> None:
    page.evaluate("caches.delete('tables')")
    page.goto(served)
    wait_for_copy(page, f"{served}/", "What are you playing?")
    wait_for_copy(page, table, "Amy’s turn")
    page.context.set_offline(True)
    cold_start(page, f"{served}/")
    expect(page.get_by_role("heading", name="What are you playing?")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("heading", name="Amy’s turn")).to_be_visible()
    page.context.set_offline(False)


def test_a_first_visit_to_the_home_page_is_enough(page: Page, served: str) -> None:
    page.goto(served)
    page.wait_for_function(IN_CHARGE)
    wait_for_copy(page, f"{served}/", "What are you playing?")
    page.context.set_offline(True)
    cold_start(page, f"{served}/")
    expect(page.get_by_role("heading", name="What are you playing?")).to_be_visible()
    page.context.set_offline(False)


def test_nothing_is_kept_once_somebody_logs_in_or_out(page: Page, served: str, table: str) -> None:
    page.goto(served)
    wait_for_copy(page, f"{served}/", "What are you playing?")
    page.goto(f"{served}/accounts/login/")
    page.locator("[name=login]").fill("nobody")
    page.locator("[name=password]").fill("at all")
    page.locator("[name=password]").press("Enter")
    for kept in (table, f"{table}board/", f"{served}/"):
        wait_for_copy(page, kept, None)


def test_the_kept_page_keeps_its_policy(page: Page, table: str) -> None:
    page.context.set_offline(True)
    page.goto("about:blank")
    response = page.goto(table)
    assert response is not None
    assert "default-src 'self'" in response.headers["content-security-policy"]
    page.context.set_offline(False)
