"""A season's page: the table, why it is so, what is behind it, and who may know of it."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client

from scoring.models import Group, Season
from tests.seasons import FIRST, evening, placed, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(
        name="Thursday", slug="thursday", visibility=Group.Visibility.PUBLIC
    )


def at(season: Season, *more: str) -> str:
    return "/".join(["/g/thursday/cup", season.slug, *more, ""])


def words(html: str) -> str:
    text = re.sub(r"<(script|style).*?</\1>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def read(there: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(there)
    assert answer.status_code == 200
    return answer.content.decode()


def play(season: Season, *ranks: int, day: int = 0, **more: Any) -> None:
    document = placed(*ranks, day=FIRST + timedelta(days=day), **more)
    evening(season.league.group, document, league=season.league)


def rows(html: str) -> list[list[str]]:
    """The cells of the table, in words, a line each."""
    table = html[html.index("data-sortable") : html.index('id="behind"')]
    body = table[table.index("</thead>") :]
    return [
        [words(cell) for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    ]


# The table


def test_its_table_says_rank_movement_plays_wins_form_and_value(group: Group) -> None:
    season = season_of(group)
    play(season, 1, 2, 3)
    play(season, 3, 1, 2, 4, day=7)
    html = read(at(season))
    assert rows(html) == [
        ["1", "▲1 up 1 place", "Ben 2 plays · 1 win · 2 1", "2", "1", "2 1", "1.5"],
        ["2", "▼1 down 1 place", "Ana 2 plays · 1 win · 1 3", "2", "1", "1 3", "1.333"],
        ["3", "= as before", "Cleo 2 plays · 0 wins · 3 2", "2", "0", "3 2", "0.667"],
        ["4", "new", "Dov 1 play · 0 wins · 4", "1", "0", "4", "0"],
    ]
