"""Pages of a group read no row of another one, so groups could be on databases of their own.

Each page is asked for as the group's owner, before there is another group and afterwards. The other
has the same owner, players, leagues and days: a query that would find a row of it is not answered
as before."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.urls import get_resolver
from django.utils import timezone

from scoring.groups.invitations import invite
from scoring.groups.merging import merge
from scoring.models import Group, Membership, Player
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.registry import installed_games
from tests.builders.addresses import add_evening, add_people, address_of, named_addresses
from tests.builders.seasons import play_session, sample_document, season_of
from tests.builders.tables import artem_table, open_empty, signed_in

pytestmark = pytest.mark.django_db

EVENINGS = 4
PLAYED_OUT = 1  # of these evenings, whose pages are read too
Answers = list[tuple[str, list[Any]]]  # queries, each with the rows that it found

# What the browser may choose from: all groups of the account, and all tables that it was at; which
# players the account is, is stored on the device for pages that are the same for every reader.
OF_THE_BROWSER = {"account", "home", "new", "players"}


def play_in(group: Group) -> None:
    """Play evenings of all games, leave a table of each open, and merge two players."""
    season = season_of(group, skill=True)
    for seed in range(EVENINGS):
        play_session(group, sample_document(seed, day=seed), league=season.league)
    artem_table("", "", "1x5", group=group)
    for game in installed_games():
        open_empty(game, group=group)
    for session in group.sessions.all():
        share(session=session, shared=True)


def add_twin() -> None:
    """Add a group with the same people who do the same, and more of it."""
    twin = Group.objects.create(name="Thursday", slug="friday")
    owner = User.objects.get(username="owner")
    for name, role in (("owner", Membership.Role.OWNER), ("dora", Membership.Role.MEMBER)):
        user = User.objects.get(username=name)
        Membership.objects.create(group=twin, user=user, role=role)
    play_in(twin)
    play_session(twin, sample_document(0, day=EVENINGS), league=twin.leagues.get())
    zoe, zo = (Player.objects.create(group=twin, name=name) for name in ("Zoe", "Zo"))
    merge(source=zo, target=zoe, at=timezone.now())
    invite(group=twin, by=By(at=timezone.now(), actor=owner), role=Membership.Role.MEMBER, days=7)
    add_evening(twin)


def pages_of(group: Group) -> Iterator[tuple[str, str]]:
    """Yield the name and the address of every page of the group and of its sessions."""
    names = dict(named_addresses(get_resolver().url_patterns))
    sessions = group.sessions.order_by("pk")
    played = list(sessions.exclude(finished_at=None)[:PLAYED_OUT])
    for session in (*played, *sessions.filter(finished_at=None)):
        for name, needs in names.items():
            game, of_a_game, _name = name.partition(":")
            if {"uuid", "token"} & {*needs} and (not of_a_game or game == session.game):
                yield name, address_of(name, session)
    for name, needs in names.items():
        if {"group", "link"} & {*needs} or name in OF_THE_BROWSER:
            yield name, address_of(name, played[0])


@contextmanager
def all_answers() -> Iterator[Answers]:
    """Collect what every query finds, by asking it twice."""
    collected: Answers = []

    def ask_twice(execute: Any, sql: str, parameters: Any, many: Any, context: Any) -> Any:
        if sql.startswith("SELECT"):
            with closing(connection.create_cursor()) as cursor:
                cursor.execute(sql, parameters)
                # In one order: PostgreSQL has another for rows that a preview changed.
                collected.append((sql, sorted(cursor.fetchall(), key=repr)))
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(ask_twice):
        yield collected


def answers(client: Client, address: str) -> Answers:
    """Return what the queries of a page find, where nothing is cached."""
    for cache in caches.all():
        cache.clear()
    with all_answers() as collected:
        page: Any = client.get(address)
        b"".join(page)
    return collected


def test_no_query_of_a_groups_pages_finds_a_row_of_another_group() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    client = signed_in("owner", group, Membership.Role.OWNER)
    play_in(group)
    add_people(group)
    # Once before: the first visit of a table makes a phone there.
    pages = [page for page in pages_of(group) if client.get(page[1]).status_code == HTTPStatus.OK]
    alone = {address: answers(client, address) for _name, address in pages}
    add_twin()
    differing = {name for name, address in pages if answers(client, address) != alone[address]}
    assert differing == OF_THE_BROWSER
    assert len(pages) > 100
    assert sum(map(len, alone.values())) > 1_000
