"""The questions of an import are answered on a phone."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.organising import served_club
from tests.browser.page_styles import style_complaints
from tests.browser.phones import PHONE
from tests.browser.test_score_sheets import opened

LEAST = 44  # pixels of what a thumb hits
ROWS = "date;game;player;points\n1.3.2026;Artem;Bastein;3\n;;Zoe;2"


def test_who_is_who_is_tapped(browser: Browser, tmp_path: Path) -> None:
    with served_club(tmp_path) as club:
        page = opened(browser, club, "import/", viewport=PHONE)
        page.get_by_label("Or paste rows from a spreadsheet").fill(ROWS)
        page.get_by_role("button", name="Preview the import").click()
        expect(page.get_by_role("heading", name="Who is who?")).to_be_visible()
        choices = page.locator(".who label:has([type=radio]):visible").all()
        heights = [box["height"] for choice in choices if (box := choice.bounding_box())]
        assert len(heights) == 3
        assert min(heights) >= LEAST
        assert list(style_complaints(page)) == []
        page.get_by_label("the same as Bastien").check()
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_text("1 session will be added.")).to_be_visible()
        expect(page.get_by_text("1 new player: Zoe")).to_be_visible()
