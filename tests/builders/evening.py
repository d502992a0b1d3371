"""An evening of a group, in each state of its tables, and a client for each kind of person."""

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.documents.scorer import opening_value, read_document
from scoring.groups.members import remove_member
from scoring.leagues.leagues import close
from scoring.models import Group, Membership, Phone, Season, Session
from scoring.models.phones import new_browser
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.registry import get_game, installed_games
from scoring.sessions.lifecycle import delete
from scoring.sessions.recording import record, stop
from scoring.web.browser_cookie import cookie_name, sign_browser
from tests.builders.addresses import add_people
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.staff import new_staff
from tests.builders.tables import PLAYERS, artem_table, enter_turns, open_empty, phone, signed_in

PEOPLE = (
    "nobody",  # has no cookie
    "stranger",  # has a seat at another table, and hosts it
    "watcher",
    "seat",  # the second
    "host",
    "former member",  # kept the scores and was at the tables
    "member",
    "scorekeeper",
    "owner",
    "other owner",  # of another group
    "staff",  # a superuser who is in no group
)
NAMES = (*PLAYERS, "Kim")
ENTRIES: dict[str, dict[str, Any]] = {
    # Two rounds: the third is led by the player whose seat no phone has.
    "artbox": {"rounds": [{"finish": [*NAMES], "guesses": {}}] * 2},
    "canvas": {"paintings": {"Ida": [{"bonus": 3}]}},
    "duplik": {"rounds": [{"narrator": "Ida", "super": 1, "sheets": {"Joe": [1], "Kim": []}}]},
}
AT_TABLES = ("watcher", "seat", "host")
Sessions = dict[str, Session]  # one of each game


def evening(state: str = "during") -> Sessions:
    """Open a table of each game in a group that has a season; `state`: before, during or after the
    play, closed (its season) or removed."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    today = timezone.localdate()
    league = season_of(group, starts_on=today, ends_on=today + timedelta(days=1)).league
    play_session(group, artem_document(1, 2, names=PLAYERS, day=today), league=league)
    games = sorted({*installed_games()} - {"artem"})
    sessions = {slug: open_empty(slug, group=group, league=league) for slug in games}
    sessions["artem"] = artem_table(group=group, league=league)
    if state != "before":
        enter_turns(sessions["artem"], "", "", "1x5")
    add_people(group)
    at = timezone.now()
    for session in sessions.values():
        share(session=session, shared=True)
        if state in {"after", "closed"}:
            _record_something(session)
            stop(session=session, by=By(at=at))
        if state == "removed":
            delete(session=session, by=By(at=at))
    if state == "closed":
        close(season=Season.objects.get(), at=at)
    _refresh(sessions)
    return sessions


def _record_something(session: Session) -> None:
    """Record a first entry, without which nothing can be stopped; Artem's table has its turns."""
    if session.game in ENTRIES:
        value = opening_value(get_game(session.game), NAMES, **ENTRIES[session.game])
        state = read_document(value).state
        record(session=session, change=lambda _: state, action="x", by=By(at=timezone.now()))


def client_of(who: str, sessions: Sessions) -> Client:
    group = sessions["artem"].group
    if who == "nobody":
        return Client()
    if who == "stranger":
        return phone(artem_table(), place=1, hosts=True)
    if who == "other owner":
        other, _new = Group.objects.get_or_create(slug="other", defaults={"name": "Other"})
        return signed_in("oscar", other, "owner")
    if who == "staff":
        client = Client()
        client.force_login(new_staff("root", is_superuser=True))
        return client
    if who == "former member":
        return _former_member(sessions)
    if who in AT_TABLES:
        return _at_tables(who, sessions)
    return signed_in(who, group, who)


def _at_tables(who: str, sessions: Sessions) -> Client:
    client, browser = Client(), new_browser()
    client.cookies[cookie_name()] = sign_browser(browser)
    for session in sessions.values():
        Phone.objects.create(
            session=session,
            browser=browser,
            seat=session.seats.get(place=2) if who == "seat" else None,
            hosts=who == "host",
            joined_at=timezone.now(),
        )
    return client


def _former_member(sessions: Sessions) -> Client:
    group = sessions["artem"].group
    client = signed_in("mallory", group, "scorekeeper")
    for session in sessions.values():
        client.get(reverse("table", args=[session.uuid]))
    membership = Membership.objects.get(group=group, user=User.objects.get(username="mallory"))
    remove_member(membership=membership, at=timezone.now())
    _refresh(sessions)
    return client


def _refresh(sessions: Sessions) -> None:
    for session in sessions.values():
        session.refresh_from_db()
