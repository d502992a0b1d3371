"""Make a group with players, and store their careers, meetings, facts and standings directly."""

from datetime import date, timedelta
from typing import Any

from django.test import Client

from scoring.core.standings import WHOLE
from scoring.models import (
    Career,
    Group,
    League,
    Meeting,
    Player,
    PlayerDay,
    PlayerFact,
    Season,
    SeasonGame,
    Tally,
)
from tests.builders.tables import signed_in


def a_group(visibility: str = Group.Visibility.PUBLIC, slug: str = "thursday") -> Group:
    return Group.objects.create(name="Thursday", slug=slug, visibility=visibility)


def a_player(group: Group, name: str, **more: Any) -> Player:
    return Player.objects.create(group=group, name=name, **more)


def a_career(player: Player, game: str = "duplik", **more: Any) -> None:
    values = {"plays": 3, "wins": 2, "share": 2 * WHOLE, "points": 61, "run": 1, "longest_run": 2}
    for slug in ("", game):
        Career.objects.create(player=player, game=slug, **{**values, **more})


def a_meeting(player: Player, other: Player, ahead: int, tied: int, behind: int) -> None:
    met = ahead + tied + behind
    Meeting.objects.create(player=player, other=other, met=met, ahead=ahead, tied=tied)
    Meeting.objects.create(player=other, other=player, met=met, ahead=behind, tied=tied)


def a_fact(player: Player, game: str, what: str, times: int, of: int, subject: str = "") -> None:
    PlayerFact.objects.create(
        player=player, game=game, what=what, subject=subject, times=times, of=of
    )


def a_season(group: Group, slug: str = "spring", **more: Any) -> Season:
    league, _new = League.objects.get_or_create(group=group, slug="games", name="Games")
    values = {"starts_on": date(2026, 1, 1), "ends_on": date(2026, 12, 31), "name": slug.title()}
    season = Season.objects.create(league=league, slug=slug, **{**values, **more})
    SeasonGame.objects.create(season=season, game="duplik")
    return season


def a_tally(season: Season, player: Player, *, rank: int | None = 1, plays: int = 3) -> Tally:
    return Tally.objects.create(
        season=season,
        player=player,
        position=rank or 1,
        rank=rank,
        plays=plays,
        sum=2 * WHOLE,
        places="2 1",
        form="1 1 2",
    )


def days_of_play(season: Season, player: Player, *values: int) -> None:
    """Store what a player gained on each day from the first of the season on, in 840ths."""
    PlayerDay.objects.bulk_create(
        PlayerDay(
            season=season,
            player=player,
            day=season.starts_on + timedelta(days=at),
            plays=1,
            gained=value,
        )
        for at, value in enumerate(values)
    )


def a_member(group: Group) -> Client:
    return signed_in("bob", group)
