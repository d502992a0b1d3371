"""Changing who plays at a table that was opened, in a real browser."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import PHONE, join_table, open_table


def test_the_host_changes_the_players_before_the_first_turn(
    page: Page, browser: Browser, served: str
) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", ("Amy", "Sam", "Mika"))
    sam, mika = join_table(browser, page, "Sam"), join_table(browser, page, "Mika")
    table = page.url
    page.goto(f"{table}about/")
    page.get_by_role("link", name="Change the players").click()
    page.get_by_role("button", name="Move seat 2 up").click()
    expect(page.locator("#name-0")).to_have_value("Sam")
    page.get_by_role("button", name="Remove seat 3").click()
    expect(page.locator("[data-seat]")).to_have_count(2)
    page.get_by_role("button", name="Add a seat").click()
    page.locator("#name-2").fill("Lou")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_label("Seat 1 starts").check()
    page.get_by_role("button", name="Save the players").last.click()
    page.wait_for_url(table)
    expect(page.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    expect(sam.get_by_role("heading", name="Sam’s turn")).to_be_visible()
    expect(sam.get_by_text("you are Sam")).to_be_visible()
    expect(mika.get_by_text("You are watching.")).to_be_visible()
    sam.get_by_role("button", name="No claim").click()
    expect(page.get_by_role("heading", name="Amy’s turn")).to_be_visible()
    page.goto(f"{table}players/")
    expect(page.get_by_role("alert")).to_contain_text("so the players can no longer change")
