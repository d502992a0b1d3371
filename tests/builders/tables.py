"""Open tables as the site does, record turns at them, and make clients that are phones at them."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.artem.rules import TURNS, Claim, Turn
from scoring.documents.scorer import opening_value, read_document
from scoring.models import Group, League, Membership, Phone, Session
from scoring.models.phones import new_browser
from scoring.models.revisions import By
from scoring.play.opening import open_table
from scoring.registry import get_game
from scoring.sessions.recording import describe, record
from scoring.web.browser_cookie import cookie_name, sign_browser

PLAYERS = ("Ida", "Joe")


def open_empty(
    slug: str,
    *players: str,
    group: Group | None = None,
    league: League | None = None,
    **fields: Any,
) -> Session:
    """Open a table of any game at which nothing was entered; `fields`: more of its document."""
    names = list(players or (*PLAYERS, "Kim"))
    document = read_document(opening_value(get_game(slug), names, **fields))
    by = By(at=timezone.now())
    return open_table(document=document, by=by, browser=new_browser(), group=group, league=league)


def artem_table(
    *claims: str, players: Sequence[str] = PLAYERS, group: Group | None = None, **more: Any
) -> Session:
    """Open a table of Artem and record a turn for each claim: "1x5", or "" for a turn without."""
    session = open_empty("artem", *players, group=group, **more)
    enter_turns(session, *claims)
    return session


def enter_turns(session: Session, *claims: str) -> None:
    names = [seat.name for seat in session.seats.order_by("place")]
    for claim in claims:
        made = () if not claim else (Claim(play=int(claim[0]), length=int(claim[2])),)

        def turn(state: Any, made: tuple[Claim, ...] = made) -> Any:
            return TURNS.add(state, Turn(names[len(state.turns) % len(names)], made))

        record(session=session, change=turn, action="turn", by=By(at=timezone.now()))
    session.refresh_from_db()


def finished_table(**more: Any) -> Session:
    """Play Artem between Ida and Joe, who wins with 21 points against 7."""
    return artem_table("", "", "1x5", "1x6", "", "1x6", "", "1x3", **more)


def phone(session: Session, *, place: int | None = None, hosts: bool = False) -> Client:
    """Return the client of a phone at this table; without a seat it watches."""
    client = Client()
    browser = new_browser()
    client.cookies[cookie_name()] = sign_browser(browser)
    seat = session.seats.get(place=place) if place else None
    Phone.objects.create(
        session=session, browser=browser, seat=seat, hosts=hosts, joined_at=timezone.now()
    )
    return client


def signed_in(name: str, group: Group | None = None, role: str = Membership.Role.MEMBER) -> Client:
    """Return a client that is signed in, a member of the group if one is given, and at no table."""
    user, _new = User.objects.get_or_create(username=name)
    if group is not None:
        Membership.objects.get_or_create(group=group, user=user, defaults={"role": role})
    client = Client()
    client.force_login(user)
    return client


def result_url(session: Session) -> str:
    return reverse("result", args=[session.uuid])


def describe_session(session: Session, **fields: Any) -> None:
    """Record the day, the place and the notes of a session."""
    cover = {"played_on": date(2026, 11, 12), "location": "Sam’s attic", "notes": "With cake."}
    describe(session=session, by=By(at=timezone.now()), **{**cover, **fields})
