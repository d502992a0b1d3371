"""Reading a season's page."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

from django.test import Client

from scoring.models import Season, Session
from tests.builders.seasons import FIRST, evening, placed


def at(season: Season, *more: str) -> str:
    league = season.league
    return "/".join(["/g", league.group.slug, league.slug, season.slug, *more, ""])


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def text(html: str) -> str:
    """What stands on the page itself."""
    return words(html[html.index("<main") : html.index("</main>")])


def read(there: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(there)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def play(season: Season, *ranks: int, day: int = 0, **more: Any) -> Session:
    document = placed(*ranks, day=FIRST + timedelta(days=day), **more)
    return evening(season.league.group, document, league=season.league)


def rows(html: str) -> list[list[str]]:
    """The cells of the table, in words, line by line."""
    table = html[html.index("data-sortable") : html.index('id="behind"')]
    return [
        [words(cell) for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", table[table.index("</thead>") :], re.DOTALL)
    ]
