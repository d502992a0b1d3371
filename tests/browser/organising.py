"""Organise evenings as a person does: an account, a group, a league, invitations."""

import atexit
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import EVERYTHING, violations
from tests.browser.page_styles import style_complaints
from tests.browser.phones import PHONE
from tests.serving import ROOT, prepared_environment, running

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def follow(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_role("link", name=name, exact=True).click()


def check_page(page: Page) -> None:
    for width in (320, PHONE["width"]):
        page.set_viewport_size({"width": width, "height": PHONE["height"]})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    complaints = [*style_complaints(page), *violations(page, EVERYTHING)]
    assert complaints == [], complaints


def sign_up(page: Page, name: str) -> None:
    follow(page, "Create an account")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    tap(page, "Create the account")


def make_group(page: Page, name: str, time_zone: str = "") -> str:
    """Make a group and return its address; check that the browser's time zone is proposed."""
    follow(page, "Create a group")
    if time_zone:
        expect(page.get_by_label("Time zone")).to_have_value(time_zone)
    page.get_by_label("Name").fill(name)
    tap(page, "Create the group")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.url


def invitation(page: Page, role: str) -> str:
    """Invite someone and return the link."""
    follow(page, "Invite")
    page.get_by_label(role).check()
    tap(page, "Invite")
    link = page.locator("a[href*='/invited/']").first.get_attribute("href")
    return str(link)


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    expect(page.get_by_text("invites you to join this group.")).to_be_visible()
    sign_up(page, name)
    expect(page.get_by_text(f"You are logged in as {name}.")).to_be_visible()
    tap(page, "Join the group")


@contextmanager
def served_club(folder: Path) -> Iterator[dict[str, Any]]:
    """Serve a site with a club in the middle of an evening; yield its pages and a cookie."""
    club, pages = _club()
    environment = prepared_environment(folder, beside="")
    shutil.copytree(club, folder, dirs_exist_ok=True)
    with running(environment, "config.settings") as address:
        yield {"address": address, **pages}


@cache
def _club() -> tuple[Path, dict[str, Any]]:
    """Make the club once, for every test to copy; return its VAR_DIR and its pages."""
    folder = Path(tempfile.mkdtemp(prefix="scorefolio-club-"))
    atexit.register(shutil.rmtree, folder)
    environment = prepared_environment(folder, beside="")
    play = "from tests.browser.sample_club import main; main()"
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", play]
    output = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return folder, json.loads(output.stdout)


def table_of(page: Page, number: int) -> Locator:
    """Return a table that the page of an evening's tables proposes."""
    return page.get_by_role("group", name=f"Table {number}:")


def people_at(page: Page, number: int) -> list[str]:
    return [text.strip() for text in table_of(page, number).locator(".option").all_inner_texts()]
