"""A club moves in: two years of BG Stats on a new site, and its first visit of the week."""

import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import date, timedelta

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.browser.organising import (
    check_page,
    follow,
    invitation,
    join,
    make_group,
    sign_up,
    tap,
)
from tests.browser.phones import PHONE
from tests.builders.imports import bgstats_export
from tests.serving import ROOT, prepared_environment, running

PLAYS = 200
# Ana wins three of four plays and Cleo the others; all points are possible in every game.
USUAL = {"Ana": 6, "Ben": 4, "Cleo": 2}
EVERY_FOURTH = {"Ana": 4, "Ben": 2, "Cleo": 6}
GAMES = ("artbox", "artem", "canvas", "duplik")
# Taps on the page, and fields that are filled in.
COUNT_TAPS = """for (const kind of ["pointerdown", "change"]) {
  addEventListener(kind, ({ target }) => {
    if (kind === "change" && target.matches("[type=checkbox], [type=radio]")) return;
    localStorage.taps = 1 + Number(localStorage.taps ?? 0);
  }, true);
}"""
TAPS = 27


def two_years_of_plays(last: date) -> bytes:
    first = last - timedelta(days=2 * 365)
    days = [first + timedelta(days=round(730 * at / (PLAYS - 1))) for at in range(PLAYS)]
    plays = [
        (GAMES[at // 4 % 4], day, EVERY_FOURTH if at % 4 == 3 else USUAL)
        for at, day in enumerate(days)
    ]
    return bgstats_export(plays, others=3)


def make_league(page: Page, group: str, first: date, last: date) -> str:
    """Create a league with one season of these days, and return the address of its standings."""
    page.goto(group)
    follow(page, "Create a league")
    page.get_by_label("Name").fill("Cup")
    tap(page, "Create the league")
    page.get_by_label("First day").fill(first.isoformat())
    with page.expect_response(lambda answer: "hx-request" in answer.request.headers):
        page.get_by_label("Last day").fill(last.isoformat())
    tap(page, "Create the season")
    expect(page.get_by_text("No results yet")).to_be_visible()
    return page.url


def import_plays(page: Page, group: str, content: bytes, environment: Mapping[str, str]) -> None:
    """Import an export, and wait for the worker as the page of the job does."""
    page.goto(group)
    page.get_by_role("main").get_by_role("link", name="Import results").first.click()
    check_page(page)
    export = FilePayload(name="BGStatsExport.json", mimeType="application/json", buffer=content)
    page.get_by_label("File", exact=True).set_input_files(export)
    tap(page, "Preview the import")
    expect(page.get_by_text("200 sessions will be added.")).to_be_visible()
    expect(page.get_by_text("3 rows or plays are not used")).to_be_visible()
    check_page(page)
    tap(page, "Add 200 sessions")
    expect(page.get_by_role("heading", name="Importing results")).to_be_visible()
    work = [sys.executable, "manage.py", "work", "--until-empty"]
    subprocess.run(work, cwd=ROOT, env=environment, capture_output=True, check=True)
    follow(page, "Continue")
    expect(page.get_by_text("200 sessions were added.")).to_be_visible()


def standings_lines(page: Page) -> list[tuple[str, ...]]:
    rows = page.locator("table.league tbody:not(.own-row) tr").all()
    columns = (".rank", "th a", ".value")
    return [tuple(row.locator(each).inner_text() for each in columns) for row in rows]


def share_first_session_of_month(page: Page, month: str) -> str:
    """Find a session of a month by the list, and return the link of its shared result."""
    page.get_by_role("navigation", name="Thursday").get_by_role("link", name="Results").click()
    page.get_by_text("Find a session").click()
    page.get_by_label("Month").select_option(month)
    tap(page, "Show sessions")
    check_page(page)
    page.locator(".session-list a").first.click()
    expect(page.get_by_role("heading", name=" wins")).to_be_visible()
    tap(page, "Create a link to share")
    link = page.locator(".sharing .link a").get_attribute("href")
    check_page(page)
    return str(link)


def test_two_years_of_bg_stats_become_a_season_that_others_visit(
    page: Page, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = prepared_environment(tmp_path_factory.mktemp("club"))
    today = date.today()
    yesterday = today - timedelta(days=1)
    page.set_viewport_size(PHONE)
    page.add_init_script(COUNT_TAPS)
    with running(environment, "config.settings") as site:
        page.goto(site)
        page.get_by_role("link", name="Log in").click()
        sign_up(page, "alice")
        group = make_group(page, "Thursday")
        season = make_league(page, group, yesterday - timedelta(days=730), today)
        import_plays(page, group, two_years_of_plays(yesterday), environment)

        page.goto(season)
        expected = [("1", "Ana", "175"), ("2", "Ben", "75"), ("3", "Cleo", "50")]
        assert standings_lines(page) == expected
        check_page(page)
        page.goto(group)
        expect(page.get_by_text("Ana leads")).to_have_count(len(GAMES))
        check_page(page)
        link = share_first_session_of_month(page, f"{yesterday - timedelta(days=400):%Y-%m}")
        page.goto(group)
        invited = invitation(page, "member")
        taps = int(page.evaluate("localStorage.taps"))
        assert taps == TAPS

        visitor = browser.new_context(viewport=PHONE).new_page()
        visitor.goto(link)
        expect(visitor.get_by_role("heading", name=" wins")).to_be_visible()
        join(visitor, invited, "bob")
        expect(visitor).to_have_url(group)
        visitor.get_by_role("link", name=re.compile("Cup, ")).click()
        assert standings_lines(visitor) == expected
