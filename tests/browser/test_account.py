"""Your account on a phone: its pages, and deleting it only by keyboard."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import EVERYTHING, violations
from tests.browser.page_styles import style_complaints

PASSWORD = "a gallery of one"  # noqa: S105 (of a site that lives as long as a test)


@pytest.fixture
def zoe(page: Page, served: str) -> Page:
    """Sign up on a small phone."""
    page.set_viewport_size({"width": 390, "height": 844})
    sign_up(page, served, "zoe")
    return page


def sign_up(page: Page, site: str, name: str) -> None:
    page.goto(f"{site}/accounts/signup/")
    page.fill("#id_username", name)
    page.fill("#id_password1", PASSWORD)
    page.get_by_role("button", name="Create the account").click()


def check(page: Page) -> None:
    """Check that the page fits the phone, that all its styles exist and that axe agrees."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert list(style_complaints(page)) == []
    assert violations(page, EVERYTHING) == []


def press(page: Page, role: str, name: str) -> None:
    """Press a link or a button with the keyboard."""
    element = page.get_by_role("link" if role == "link" else "button", name=name)
    element.focus()
    page.keyboard.press("Enter")


def test_an_account_is_deleted_once_its_group_is_handed_over(
    zoe: Page, served: str, browser: Browser
) -> None:
    zoe.goto(f"{served}/groups/new/")
    zoe.fill("#id_name", "Saturday")
    zoe.get_by_role("button", name="Create the group").click()
    zoe.goto(f"{served}/g/saturday/invite/")
    zoe.get_by_role("button", name="Invite").click()
    link = zoe.get_by_role("link", name="/invited/").get_attribute("href")
    assert link
    with browser.new_context() as context:
        otto = context.new_page()
        sign_up(otto, served, "otto")
        otto.goto(link)
        otto.get_by_role("button", name="Join the group").click()

    zoe.goto(f"{served}/accounts/")
    check(zoe)
    press(zoe, "link", "Delete your account")
    zoe.keyboard.press("Tab")
    zoe.fill("#id_password", PASSWORD)
    press(zoe, "button", "Continue")
    expect(zoe.get_by_role("alert")).to_contain_text("would be left without an owner")
    check(zoe)
    press(zoe, "link", "Hand over")
    zoe.get_by_text("Edit otto").click()
    zoe.get_by_role("link", name="Hand the group over …").click()
    zoe.get_by_role("button", name="Hand over").click()
    expect(zoe.get_by_role("heading", level=1)).to_be_visible()

    zoe.goto(f"{served}/accounts/delete/")
    expect(zoe.get_by_text("You leave Saturday.")).to_be_visible()
    check(zoe)
    zoe.get_by_label("Keep my name, for the people I played with").focus()
    zoe.keyboard.press("ArrowDown")
    zoe.keyboard.press("Tab")
    zoe.keyboard.type("zoe")
    zoe.keyboard.press("Enter")
    expect(zoe.get_by_role("heading", name="Your account has been deleted")).to_be_visible()
    check(zoe)
    zoe.goto(f"{served}/accounts/")
    expect(zoe).to_have_url(f"{served}/accounts/login/?next=/accounts/")


def test_name_and_devices_are_changed_on_a_phone(page: Page, served: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_up(page, served, "yann")
    page.goto(f"{served}/accounts/devices/")
    expect(page.get_by_text("(this one)")).to_be_visible()
    check(page)
    page.fill("#id_password", PASSWORD)
    press(page, "button", "Log out everywhere else")
    expect(page.get_by_role("status")).to_contain_text("logged out on all other devices")
    page.goto(f"{served}/accounts/name/")
    page.fill("#id_password", PASSWORD)
    press(page, "button", "Continue")
    expect(page.get_by_role("heading", name="Change your username")).to_be_visible()
    check(page)
    page.fill("#id_username", "yannick")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("From now on you log in as yannick.")
