"""Continuing with another phone, because the battery of the one before is dead."""

from playwright.sync_api import Browser, Page, expect

from tests.browser.phones import PHONE, join_table, open_table, watch_table


def test_a_neighbour_confirms_another_phone(page: Page, browser: Browser, served: str) -> None:
    page.set_viewport_size(PHONE)
    open_table(page, served, "artem", ("Amy", "Sam", "Mika"))
    sam, mika = join_table(browser, page, "Sam"), join_table(browser, page, "Mika")
    new = watch_table(browser, page)
    new.get_by_role("button", name="I am Sam, with another phone").click()
    number = new.locator(".code").text_content()
    assert number
    mika.get_by_role("link", name="Is Sam here with another phone? Answer").click()
    expect(mika.get_by_text(number, exact=True)).to_be_visible()
    mika.get_by_role("button", name="Yes, it is Sam").click()
    new.get_by_role("link", name="Go to the table").click()
    expect(new.get_by_text("you are Sam")).to_be_visible()
    expect(sam.get_by_text("You are watching.")).to_be_visible()
    for phone in (new, mika):
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
