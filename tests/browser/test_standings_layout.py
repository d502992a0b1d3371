"""The layout of the rows of the standings."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.serving import ROOT, prepared_environment, running

# Of four players the second hides, and is nobody's link outside the group.
PLAY = """
from scoring.models import Group, Player
from tests.builders.seasons import artem_document, play_session, season_of
group = Group.objects.create(name="Thursday", slug="thursday", visibility="public")
play_session(group, artem_document(1, 2, 3, 4), league=season_of(group).league)
Player.objects.filter(name="Ben").update(hidden=True)
club = Group.objects.create(name="Club", slug="club", visibility="public")
season = season_of(club)
for table in range(4):
    names = [f"Player {table}-{seat}" for seat in range(4)]
    play_session(club, artem_document(1, 2, 3, 4, names=names), league=season.league)
"""
# Of each row: how far below its top the rank, the name and the value begin, and how high it is.
LAYOUT = """rows => rows.map(row => {
  const top = row.getBoundingClientRect().top;
  const texts = [".rank", "th", ".value"].map(name => {
    const walker = document.createTreeWalker(row.querySelector(name), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.textContent.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      return Math.round(range.getBoundingClientRect().top - top);
    }
  });
  return [...texts, Math.round(row.getBoundingClientRect().height)];
})"""


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site with a public season, and yield the address of its page."""
    environment = prepared_environment(tmp_path_factory.mktemp("season"))
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "--command", PLAY]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    with running(environment, "config.settings") as address:
        yield f"{address}/g/thursday/cup/year/"


@pytest.mark.parametrize("width", [390, 1280])
def test_the_row_of_a_player_who_hides_is_in_line_with_the_others(
    page: Page, season: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(season)
    rows = page.locator("table.league tbody tr")
    assert [row.locator("a").count() > 0 for row in rows.all()] == [True, False, True, True]
    layouts = rows.evaluate_all(LAYOUT)[1:]  # no border divides the first row from the heading
    assert layouts == [layouts[0]] * 3


def test_a_phone_shows_the_first_ten_of_many_until_all_are_asked_for(
    page: Page, season: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(season.replace("thursday", "club"))
    rows = page.locator("table.league tbody tr").filter(visible=True)
    expect(rows).to_have_count(10)
    page.get_by_label("Show all 16 players").check()
    expect(rows).to_have_count(16)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.reload()
    expect(page.get_by_label("Show all 16 players")).to_be_hidden()
    expect(rows).to_have_count(16)
