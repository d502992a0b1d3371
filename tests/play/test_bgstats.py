"""The link to BG Stats: it has every key, and says no more than the page that it is on."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from random import Random
from typing import Any
from urllib.parse import unquote
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.documents.samples import state_of
from scoring.documents.scorer import read_document
from scoring.leagues.leagues import recount
from scoring.models import Group, Session
from scoring.play.bgstats import ADDRESS, MOST_COMMENTS, PlayContext, link, play
from scoring.play.sharing import share
from scoring.registry import get_game, installed_games
from tests.builders.seasons import season_of
from tests.builders.tables import artem_table, finished_table, phone, result_url, signed_in

ID = UUID("7f0c1a52-6a0e-4a5e-9d4f-2f6a3b1c8d90")
WHERE = PlayContext(ID, datetime(2026, 11, 12, 22, 30, tzinfo=UTC), group="7")
PLAY_KEYS = {
    "sourceName",
    "sourcePlayId",
    "playDate",
    "durationMin",
    "location",
    "board",
    "comments",
    "game",
    "players",
}
GAME_KEYS = {"name", "sourceGameId", "bggId", "highestWins", "noPoints"}
PLAYER_KEYS = {"name", "sourcePlayerId", "score", "rank", "winner", "startPlayer", "role"}


def bgstats_play(document: Mapping[str, Any], where: PlayContext = WHERE) -> dict[str, Any]:
    played = read_document(document)
    return play(played, played.game.score(played.state), where)


def duplik(**more: Any) -> dict[str, Any]:
    """Mika drew what Sam told; Amy and Mika are tied."""
    return {
        "format": "scorefolio/session@1",
        "game": "duplik",
        "players": ["Sam", "Amy", "Mika"],
        "rounds": [
            {"narrator": "Sam", "super": 10, "sheets": {"Amy": [1, 2], "Mika": [3, 4]}},
        ],
        "stopped": True,
        **more,
    }


def test_it_says_exactly_this() -> None:
    sent = bgstats_play(duplik(played_on="2026-11-12", location="Sam’s attic", notes="With cake."))
    people = [player.pop("sourcePlayerId") for player in sent["players"]]
    assert len(set(people)) == 3
    assert str(ID) not in json.dumps(sent)
    assert sent == {
        "sourceName": "Scorefolio",
        "sourcePlayId": sent["sourcePlayId"],
        "playDate": "2026-11-12 22:30:00",
        "durationMin": 0,
        "location": "Sam’s attic",
        "board": "",
        "comments": "With cake.",
        "game": {
            "name": "Duplik",
            "sourceGameId": "duplik",
            "bggId": 22348,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": "Sam",
                "score": 4,
                "rank": 1,
                "winner": True,
                "startPlayer": True,
                "role": "",
            },
            {
                "name": "Amy",
                "score": 2,
                "rank": 2,
                "winner": False,
                "startPlayer": False,
                "role": "",
            },
            {
                "name": "Mika",
                "score": 2,
                "rank": 2,
                "winner": False,
                "startPlayer": False,
                "role": "",
            },
        ],
    }


@given(slug=st.sampled_from(sorted(installed_games())), seed=st.integers(0, 10**6))
def test_it_says_every_key_of_whatever_was_played(slug: str, seed: int) -> None:
    document = get_game(slug).sample(Random(seed))
    assume(get_game(slug).can_stop(state_of(document)))
    document["stopped"] = True
    played = read_document(document)
    outcome = played.game.score(played.state)
    sent = play(played, outcome, WHERE)
    assert set(sent) == PLAY_KEYS
    assert set(sent["game"]) == GAME_KEYS
    assert type(sent["game"]["bggId"]) in {int, type(None)}
    standings = {standing.player: standing for standing in outcome.standings}
    assert [player["name"] for player in sent["players"]] == list(document["players"])
    for player in sent["players"]:
        assert set(player) == PLAYER_KEYS
        own = standings[player["name"]]
        assert (player["rank"], player["score"]) == (own.rank, own.points)
        assert player["winner"] == (player["name"] in outcome.winners)
        assert all(value is not None for value in player.values())
    assert [player["startPlayer"] for player in sent["players"]].count(True) == 1
    assert json.loads(unquote(link(sent).removeprefix(f"{ADDRESS}?data="))) == sent


def test_level_players_have_one_rank_and_share_the_win() -> None:
    drawn = {"narrator": "Amy", "super": 10, "sheets": {"Mika": [1], "Sam": [1]}}
    sent = bgstats_play(duplik(players=["Amy", "Mika", "Sam"], rounds=[drawn]))
    assert [(player["rank"], player["winner"]) for player in sent["players"]] == [(1, True)] * 3


@pytest.mark.parametrize(
    ("played_on", "date_sent"),
    [
        pytest.param("2026-11-12", "2026-11-12 03:30:00", id="that evening, in UTC"),
        pytest.param("2026-11-01", "2026-11-01 12:00:00", id="entered later: the day alone"),
        pytest.param(None, "2026-11-12 03:30:00", id="nobody said: when it was over"),
    ],
)
def test_it_was_played_on_the_day_of_the_table(played_on: str | None, date_sent: str) -> None:
    """12:30 in Tokyo; the evening before, in UTC's terms, would be another day."""
    at = datetime(2026, 11, 12, 12, 30, tzinfo=ZoneInfo("Asia/Tokyo"))
    document = duplik(played_on=played_on) if played_on else duplik()
    assert bgstats_play(document, PlayContext(ID, at))["playDate"] == date_sent


def test_a_night_that_is_another_day_in_utc_keeps_its_moment() -> None:
    at = datetime(2026, 11, 13, 1, 30, tzinfo=ZoneInfo("Asia/Tokyo"))
    sent = bgstats_play(duplik(played_on="2026-11-13"), PlayContext(ID, at))
    assert sent["playDate"] == "2026-11-12 16:30:00"


def test_a_name_is_one_person_within_a_group_and_another_elsewhere() -> None:
    def people(circle: str) -> list[str]:
        sent = bgstats_play(duplik(), PlayContext(ID, WHERE.finished_at, circle))
        return [player["sourcePlayerId"] for player in sent["players"]]

    assert people("7") == people("7")
    assert not set(people("7")) & set(people("8"))


def test_a_session_sent_twice_is_the_same_play() -> None:
    other = UUID("00000000-6a0e-4a5e-9d4f-2f6a3b1c8d90")
    assert (
        bgstats_play(duplik())["sourcePlayId"]
        == bgstats_play(duplik(notes="Cake."))["sourcePlayId"]
    )
    assert (
        bgstats_play(duplik())["sourcePlayId"]
        != bgstats_play(duplik(), PlayContext(other, WHERE.finished_at))["sourcePlayId"]
    )


def test_long_notes_are_cut_and_the_link_stays_short_enough() -> None:
    sent = bgstats_play(duplik(notes="é" * 2000))
    assert sent["comments"] == "é" * MOST_COMMENTS
    assert len(link(sent)) < 8_000


def test_a_game_without_a_number_says_none() -> None:
    document = {**get_game("artem").sample(Random(1)), "stopped": True}
    assert bgstats_play(document)["game"]["bggId"] is None


# On the pages


def play_linked_on(client: Client, address: str) -> dict[str, Any] | None:
    html = client.get(address).content.decode()
    if ADDRESS not in html:
        return None
    assert "Send to BG Stats" in html
    data = html.split(f"{ADDRESS}?data=")[1].split('"')[0]
    fields: dict[str, Any] = json.loads(unquote(data))
    return fields


@pytest.mark.django_db
def test_a_finished_result_has_the_link_and_one_that_goes_on_has_none() -> None:
    session = finished_table(location="Sam’s attic")
    sent = play_linked_on(phone(session), result_url(session))
    assert sent
    assert sent["location"] == "Sam’s attic"
    assert [(player["name"], player["winner"]) for player in sent["players"]] == [
        ("Ida", False),
        ("Joe", True),
    ]
    going_on = artem_table("", "", "1x5")
    assert play_linked_on(phone(going_on), result_url(going_on)) is None


@pytest.mark.django_db
def test_the_shared_page_sends_no_more_than_it_shows() -> None:
    session = finished_table(location="Sam’s attic", notes="With cake.")
    share(session=session, shared=True)
    session.refresh_from_db()
    sent = play_linked_on(Client(), reverse("shared", args=[session.share_token]))
    assert sent
    assert (sent["location"], sent["comments"]) == ("", "")


# What it counts for


@pytest.fixture
def session_of_season() -> Session:
    group = Group.objects.create(name="Gamers", slug="thursday")
    season = season_of(group, ends_on=date(2030, 12, 31))
    session = finished_table(group=group, played_on="2026-11-12")
    session.league = season.league
    session.save(update_fields=["league"])
    recount(season=season)
    return session


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("visibility", "at_table", "shown"),
    [
        ("members", "member", True),
        ("members", "guest", False),
        ("link", "guest", False),
        ("public", "guest", True),
    ],
)
def test_it_says_what_it_counts_for_to_those_who_may_see_it(
    session_of_season: Session, visibility: str, at_table: str, shown: bool
) -> None:
    Group.objects.update(visibility=visibility)
    group = session_of_season.group
    client = signed_in("bob", group) if at_table == "member" else phone(session_of_season, place=1)
    html = client.get(result_url(session_of_season)).content.decode()
    assert ("Counts for Cup, Year" in html) is shown
    assert (f'href="{reverse("season", args=["thursday", "cup", "year"])}"' in html) is shown
    assert (f'href="{reverse("group", args=["thursday"])}"' in html) is shown
    assert ("Gamers" in html) is shown


@pytest.mark.django_db
def test_what_counts_for_nothing_says_nothing() -> None:
    session = finished_table(group=Group.objects.create(name="Gamers", slug="thursday"))
    html = signed_in("bob", session.group).get(result_url(session)).content.decode()
    assert "Counts for" not in html
