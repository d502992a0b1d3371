"""The sessions behind a value, and which of them count."""

from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.leagues.season_sessions import ON_A_PAGE
from scoring.models import Group, Player, Season
from scoring.play.sharing import share
from tests.builders.seasons import season_of
from tests.builders.standings_pages import html_of, main_text, play_ranks, season_url
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


def behind(season: Season, name: str = "Ana") -> str:
    return season_url(season, "player", str(Player.objects.get(name=name).pk))


def test_a_value_leads_to_the_sessions_behind_it(group: Group) -> None:
    """L-7"""
    season = season_of(group)
    play_ranks(season, 1, 2, 3)
    play_ranks(season, 2, 1, 2, day=1)
    address = behind(season)
    assert f'<a href="{address}" hx-get="{address}">1.3</a>' in html_of(season_url(season))
    assert (
        "Ana 1.25 from 2 plays"
        " 2 January 2026 Artem · 2nd of 3, 2 tied 0.25"
        " 1 January 2026 Artem · 1st of 3 1"
    ) in main_text(html_of(address))


def test_the_table_of_a_game_leads_to_its_sessions(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    assert f'{behind(season)}?game=artem"' in html_of(season_url(season, "artem"))
    assert "Ana · Artem 1 from 1 play" in main_text(html_of(f"{behind(season)}?game=artem"))
    assert Client().get(f"{behind(season)}?game=canvas").status_code == 404


def test_it_comes_into_its_place_on_the_page(group: Group) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    answer = Client().get(behind(season), headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert "<html" not in html
    assert "1 January 2026" in html
    assert 'id="behind"' in html_of(season_url(season))
    assert 'hx-target="#behind"' in html_of(season_url(season))
    assert "no-store" in answer.headers["Cache-Control"], "one address, and two answers"


def test_it_is_worth_what_the_scheme_says(group: Group) -> None:
    season = season_of(group, scheme="podium", podium=(4, 1))
    play_ranks(season, 1, 1, 3)
    assert "1st of 3, 2 tied 2.5" in main_text(html_of(behind(season)))
    assert "3rd of 3 0" in main_text(html_of(behind(season, "Cleo")))


def test_it_says_which_results_count_where_only_the_best_do(group: Group) -> None:
    season = season_of(group, aggregate="best", best=3)
    for day, rank in enumerate((1, 2, 1, 2, 2, 3)):
        play_ranks(season, rank, *(place for place in (1, 2, 3) if place != rank), day=day)
    html = main_text(html_of(behind(season)))
    assert "2.5 from 6 plays" in html
    assert "1 January 2026 Artem · 1st of 3 · counts 1" in html
    assert "2 January 2026 Artem · 2nd of 3 · 1 of 3 equal results counts 0.5" in html
    assert "6 January 2026 Artem · 3rd of 3 · does not count 0" in html


def test_all_count_where_there_are_fewer_than_the_best(group: Group) -> None:
    season = season_of(group, aggregate="best", best=3)
    play_ranks(season, 2, 1)
    assert "· counts" in main_text(html_of(behind(season)))
    assert "does not count" not in main_text(html_of(behind(season)))


def test_a_session_leads_to_its_result_for_those_who_may_see_it(group: Group) -> None:
    season = season_of(group)
    session = play_ranks(season, 1, 2)
    member = signed_in("mia", group)
    address = f"/table/{session.uuid}/result/"
    assert "/result/" not in html_of(behind(season))
    assert address in html_of(behind(season), member)
    assert member.get(address).status_code == 200
    share(session=session, shared=True)
    session.refresh_from_db()
    shown = f"/result/{session.share_token}/"
    assert shown in html_of(behind(season))
    assert Client().get(shown).status_code == 200


def test_they_are_listed_page_by_page_newest_first(group: Group) -> None:
    season = season_of(group)
    for day in range(ON_A_PAGE + 2):
        play_ranks(season, 1, 2, day=day)
    first, second = html_of(behind(season)), html_of(f"{behind(season)}?page=2")
    days = [html.count('<li class="row">') for html in (first, second)]
    assert days == [ON_A_PAGE, 2]
    assert "?page=2" in first
    assert "Older" not in second
    shown = [line.split('"')[1] for line in first.split("<time ")[1:]]
    assert all(one > other for one, other in pairwise(shown))
    assert main_text(second).count("January") == 2


def test_a_long_career_asks_no_more_than_a_short_one(group: Group) -> None:
    season = season_of(group, aggregate="best")
    play_ranks(season, 1, 2)
    address, counts = behind(season), []
    for _round in range(2):
        with CaptureQueriesContext(connection) as asked:
            html_of(address)
        counts.append(len(asked))
        for day in range(9):
            play_ranks(season, 1, 2, 3, day=day)
    assert counts[1] <= counts[0] <= 4


def test_whoever_never_played_here_has_nothing_behind_them(group: Group) -> None:
    season = season_of(group)
    zoe = Player.objects.create(group=group, name="Zoe")
    for player in (zoe.pk, 0, 10**12):
        assert Client().get(season_url(season, "player", str(player))).status_code == 404


@pytest.mark.parametrize("game", ["nope", "\x00", "artem\x00"])
def test_a_game_that_is_none_has_nothing_behind_it(group: Group, game: str) -> None:
    season = season_of(group)
    play_ranks(season, 1, 2)
    assert Client().get(behind(season), {"game": game}).status_code == 404


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**30])
def test_a_number_that_is_nobodys_has_nothing_behind_it(group: Group, number: int) -> None:
    assert Client().get(season_url(season_of(group), "player", str(number))).status_code == 404
