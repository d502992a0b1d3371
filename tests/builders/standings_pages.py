"""Read the page of a season, and play sessions that count for it."""

import re
from datetime import timedelta
from typing import Any

from django.test import Client

from scoring.models import Season, Session
from tests.builders.seasons import FIRST, artem_document, play_session
from tests.pages import words


def season_url(season: Season, *more: str) -> str:
    league = season.league
    return "/".join(["/g", league.group.slug, league.slug, season.slug, *more, ""])


def main_text(html: str) -> str:
    """Return the words of the page without its header and footer."""
    return words(html[html.index("<main") : html.index("</main>")])


def html_of(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def play_ranks(season: Season, *ranks: int, day: int = 0, **more: Any) -> Session:
    document = artem_document(*ranks, day=FIRST + timedelta(days=day), **more)
    return play_session(season.league.group, document, league=season.league)


def standings_rows(html: str) -> list[list[str]]:
    """Return the words of the cells of the standings, row by row."""
    table = html[html.index("data-sortable") : html.index('id="behind"')]
    return [
        [words(cell) for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", table[table.index("</thead>") :], re.DOTALL)
    ]
