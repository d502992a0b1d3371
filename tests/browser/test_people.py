"""From making an account to a group of two, in two browsers."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.evening import PHONE

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()


def make_group(page: Page, name: str) -> str:
    """Its address."""
    page.get_by_role("link", name="Make a group").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make the group").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.url


def invitation(page: Page, role: str) -> str:
    """A link to pass on."""
    page.get_by_role("link", name="Invite").click()
    page.get_by_label(role).check()
    page.get_by_role("button", name="Invite", exact=True).click()
    return str(page.locator("a[href*='/invited/']").first.get_attribute("href"))


def check_page(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_two_people_make_a_group(page: Page, browser: Browser, served: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(served)
    page.get_by_role("link", name="Log in").click()
    page.get_by_role("link", name="Make an account").click()
    check_page(page)
    sign_up(page, "alice")
    group = make_group(page, "Thursday")
    link = invitation(page, "scorekeeper")
    check_page(page)

    other = browser.new_context(viewport=PHONE).new_page()
    other.goto(link)
    expect(other.get_by_text("alice invites you to this group.")).to_be_visible()
    other.get_by_role("link", name="Make an account").click()
    sign_up(other, "bob")
    expect(other.get_by_text("You are logged in as bob.")).to_be_visible()
    other.get_by_role("button", name="Join the group").click()
    expect(other).to_have_url(group)
    expect(other.get_by_role("link", name="Start a table")).to_be_visible()

    page.goto(f"{group}people/")
    expect(page.locator(".person", has_text="bob")).to_contain_text("scorekeeper")
    page.get_by_text("Change bob").click()
    check_page(page)
    page.goto(group)
    expect(page).to_have_title(re.compile("Thursday"))
    check_page(page)
