"""Log in at the admin for the first time, as somebody does who reads the pages."""

import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect


def log_in_and_set_up(page: Page, site: str, name: str, password: str) -> None:
    """Say the password, say it again, and give the code of an app that got the key shown."""
    page.goto(f"{site}/admin/")
    page.fill("#id_login", name)
    page.fill("#id_password", password)
    page.get_by_role("button", name="Log in").click()
    page.fill("#id_password", password)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("img", name="QR code for the app")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    secret = page.locator("main code").inner_text()
    page.fill("#id_code", format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
    page.get_by_role("button", name="Turn on").click()
    page.get_by_role("link", name="Go to the admin").click()
    expect(page).to_have_url(f"{site}/admin/")
