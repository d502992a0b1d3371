"""A script gets the part of a page that changes, a browser without scripts the whole page."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.background.jobs import enqueue
from scoring.models import Group, Membership, Session
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import open_empty, phone, signed_in

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


@pytest.fixture
def alice() -> Client:
    """Return an owner of a group with a season."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    season = season_of(group)
    play_session(group, artem_document(1, 2), league=season.league)
    return signed_in("alice", group, Membership.Role.OWNER)


def check(client: Client, address: str, data: dict[str, Any] | None = None) -> None:
    """Ask for the page with and without a script: with GET, or with POST where there are data."""
    ask = client.get if data is None else client.post
    whole, part = ask(address, data), ask(address, data, headers=HTMX)
    assert (whole.status_code, part.status_code) in {(200, 200), (422, 422)}
    has_head = ["<head>" in answer.content.decode() for answer in (whole, part)]
    assert has_head == [True, False]
    assert part.content.strip()


@pytest.mark.parametrize("slug", ["artbox", "artem", "canvas", "duplik"])
@pytest.mark.parametrize("name", ["table", "board", "rules"])
def test_of_an_open_table(slug: str, name: str) -> None:
    session = open_empty(slug)
    check(phone(session, hosts=True), reverse(name, args=[session.uuid]))


def test_of_a_table_that_is_opened() -> None:
    names = {"name": ["Ana", "Ben"], "begins": 0, "do": "look"}
    check(Client(), reverse("new", args=["artem"]), names)


def test_of_a_painting_that_is_entered() -> None:
    session = open_empty("canvas")
    asked = {"place": 1, "slots": "", "bonus": 4}
    address = f"/table/{session.uuid}/canvas/painting/preview/?{urlencode(asked)}"
    check(phone(session, hosts=True), address)


def test_of_a_correction() -> None:
    session = open_empty("duplik")
    round = {"at": 0, "narrator": "Ida", "super_criterion": 6, "sheet-2": [1], "sheet-3": [2]}
    check(phone(session, hosts=True), f"/table/{session.uuid}/duplik/round/", round)


def test_of_a_guess_sheet() -> None:
    session = open_empty("artbox")
    check(phone(session, place=1), f"/table/{session.uuid}/artbox/guess-sheet/1/")


def test_of_a_season_that_is_changed(alice: Client) -> None:
    address = reverse("season_edit", args=["thursday", "cup", "year"])
    check(alice, address, {"name": ""})


def test_of_the_sessions_of_a_player(alice: Client) -> None:
    player = Session.objects.get().seats.clockwise()[0].player_id
    check(alice, reverse("season_player", args=["thursday", "cup", "year", player]))


def test_of_a_job(alice: Client) -> None:
    job = enqueue("import sessions", asked_by=User.objects.get(), arguments={})
    check(alice, reverse("job", args=[job.pk]))
