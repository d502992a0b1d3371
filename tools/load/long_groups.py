"""Groups with so much played that their downloads are long, written without asking the rules.

`python -m tools.load.long_groups SESSIONS SLUG…`: each has a season, four players, and an owner of
the same name; prints a line for each, with the session cookie of that owner."""

import sys
from datetime import UTC, date, datetime, timedelta
from typing import Any

import django

PLAYERS = 4
FIRST = date(2026, 1, 1)
DAYS = 300
LONG = "🎨" * 50  # each as twelve characters in JSON


def make(slug: str, sessions: int) -> str:
    """Write a group, and return the session cookie of its owner."""
    from scoring.models import Group, Membership, Player

    group = Group.objects.create(name=slug, slug=slug, visibility=Group.Visibility.PUBLIC)
    players = [Player(group=group, name=f"{slug} {at} {LONG[:40]}") for at in range(PLAYERS)]
    Player.objects.bulk_create(players)
    user = _user(slug)
    Membership.objects.create(group=group, user=user, role=Membership.Role.OWNER)
    _sessions(group, players, sessions)
    return _signed_in(user)


def _user(name: str) -> Any:
    from django.contrib.auth.models import User

    return User.objects.create(username=name)


def _sessions(group: Any, players: list[Any], number: int) -> None:
    from scoring.models import (
        League,
        Result,
        Revision,
        Season,
        SeasonGame,
        SeasonSession,
        Seat,
        Session,
    )

    league = League.objects.create(group=group, name="Cup", slug="cup")
    days = {"starts_on": FIRST, "ends_on": FIRST + timedelta(days=DAYS)}
    season = Season.objects.create(league=league, name="Year", slug="year", **days)
    SeasonGame.objects.create(season=season, game="artem", sessions=number)
    at = datetime(2026, 11, 1, 20, tzinfo=UTC)
    played = [
        Session(
            group=group,
            league=league,
            game="artem",
            revision=1,
            played_on=FIRST + timedelta(days=each * DAYS // number),
            location=group.slug,
            notes=LONG * 20,
            created_at=at,
            finished_at=at,
        )
        for each in range(number)
    ]
    Session.objects.bulk_create(played)
    Revision.objects.bulk_create(
        Revision(session=session, number=1, action="start", at=at) for session in played
    )
    seats = [
        Seat(session=session, place=place, name=player.name, player=player)
        for session in played
        for place, player in enumerate(players, 1)
    ]
    Seat.objects.bulk_create(seats)
    Result.objects.bulk_create(
        Result(
            session=seat.session,
            seat=seat,
            rank=seat.place,
            points=20 - seat.place,
            group=group,
            season=season,
            player=seat.player,
            game="artem",
            players=PLAYERS,
            sharing=1,
            played_on=seat.session.played_on,
            finished_at=at,
        )
        for seat in seats
    )
    SeasonSession.objects.bulk_create(
        SeasonSession(
            session=session,
            season=season,
            game="artem",
            played_on=session.played_on or FIRST,
            finished_at=at,
        )
        for session in played
    )


def _signed_in(user: Any) -> str:
    from django.test import Client

    client = Client()
    client.force_login(user)
    return f"sessionid={client.cookies['sessionid'].value}"


if __name__ == "__main__":
    django.setup()
    number, *slugs = sys.argv[1:]
    for slug in slugs:
        print(slug, make(slug, int(number)))
