"""Players are named after a table was opened: by its host, or by each phone for its seat."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Group, Session
from scoring.play.joining import default_names
from tests.builders.groups import OWNER, SCOREKEEPER, thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, finished_table, phone, result_url, signed_in
from tests.pages import fields_beside, page_words

pytestmark = pytest.mark.django_db

UNNAMED = ("Player 1", "Player 2")


@pytest.fixture
def group() -> Group:
    return thursday_group()


def names_url(session: Session) -> str:
    return reverse("name_players", args=[session.uuid])


def post_names(client: Client, session: Session, *names: str, **more: str) -> Any:
    fields = {f"name-{place}": name for place, name in enumerate(names, 1)}
    return client.post(names_url(session), {**fields, "key": str(uuid4()), **more})


def test_the_host_names_everybody_at_a_table_that_was_opened_in_a_hurry() -> None:
    session = artem_table("", players=UNNAMED)
    host, table = phone(session, hosts=True), reverse("table", args=[session.uuid])
    assert "Name the players" in page_words(host, table)
    assert post_names(host, session, "Ida", "Joe").headers["location"] == table
    page = page_words(host, table)
    assert "Joe" in page
    assert "Player 2" not in page
    assert "Name the players" not in page
    assert "Undo: A turn was entered" in page


def test_a_phone_names_its_own_seat_and_no_other() -> None:
    session = artem_table(players=UNNAMED)
    guest = phone(session, place=2)
    assert "Enter your name" in page_words(guest, reverse("table", args=[session.uuid]))
    assert "Player 1" not in page_words(guest, names_url(session))
    assert post_names(guest, session, "Ida", "Joe").status_code == 302
    assert session.seats.names() == ("Player 1", "Joe")


def test_an_empty_field_leaves_the_seat_as_it_is_and_adds_nothing_to_the_history() -> None:
    session = artem_table(players=UNNAMED)
    assert post_names(phone(session, hosts=True), session, "", " ").status_code == 302
    session.refresh_from_db()
    assert (session.revision, session.seats.names()) == (1, UNNAMED)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        pytest.param("Joe", "“Joe” is listed twice.", id="two of one name"),
        pytest.param("\u200bIda", "a character that cannot be printed", id="not printable"),
        pytest.param("x" * 61, "at most 60 characters", id="too long"),
    ],
)
def test_a_name_that_cannot_be_is_refused_beside_its_field(name: str, sentence: str) -> None:
    session = artem_table(players=("Player 1", "Joe"))
    answer = post_names(phone(session, hosts=True), session, name, "Joe")
    assert answer.status_code == 422
    assert fields_beside(answer.content.decode(), sentence) == {"name-1"}
    assert session.seats.names() == ("Player 1", "Joe")


def test_the_same_form_sent_twice_is_one_change() -> None:
    session, key = artem_table(players=UNNAMED), str(uuid4())
    host = phone(session, hosts=True)
    for _time in range(2):
        assert post_names(host, session, "Ida", key=key).status_code == 302
    session.refresh_from_db()
    assert session.revision == 2


def test_who_watches_names_nobody() -> None:
    session = artem_table(players=UNNAMED)
    watcher = phone(session)
    assert "Name the players" not in page_words(watcher, reverse("table", args=[session.uuid]))
    assert post_names(watcher, session, "Ida").status_code == 403
    assert post_names(Client(), session, "Ida").status_code == 404
    assert session.seats.names() == UNNAMED


def test_the_result_of_unnamed_players_leads_to_naming_them() -> None:
    session = finished_table(players=UNNAMED)
    host = phone(session, hosts=True)
    assert "Name the players" in page_words(host, result_url(session))
    assert "Name the players" not in page_words(phone(session), result_url(session))
    answer = post_names(host, session, "Ida", "Joe")
    assert answer.headers["location"] == result_url(session)
    page = page_words(host, result_url(session))
    assert "Joe wins" in page
    assert "Name the players" not in page


def test_a_table_opened_in_another_language_misses_names_too() -> None:
    session = artem_table(players=("Joueur 1", "Joueur 2"))
    host = phone(session, hosts=True)
    assert "Name the players" in page_words(host, reverse("table", args=[session.uuid]))
    assert "Player 8" in default_names()


def test_in_a_group_scorekeepers_alone_say_for_whom_a_seat_counts(group: Group) -> None:
    session = artem_table(players=UNNAMED, group=group)
    guest = phone(session, place=1)
    assert post_names(guest, session, "Ida").status_code == 403
    assert session.seats.names() == UNNAMED
    keeper = signed_in("kim", group, role=SCOREKEEPER)
    group.players.create(name="Ida")
    assert post_names(keeper, session, "ida", "Joe").status_code == 302
    players = session.seats.clockwise().values_list("name", "player__name")
    assert list(players) == [("Ida", "Ida"), ("Joe", "Joe")]


def test_it_offers_the_players_of_the_group_to_its_members_alone(group: Group) -> None:
    group.players.create(name="Dov")
    session = artem_table(players=UNNAMED, group=group)
    assert '<option value="Dov">' in _source(signed_in("alice", group, role=OWNER), session)
    to_others = _source(phone(session, hosts=True), session)
    assert "<option" not in to_others
    assert " list=" not in to_others


def _source(client: Client, session: Session) -> str:
    return client.get(names_url(session)).content.decode()


def test_it_asks_before_the_standings_of_a_season_change(group: Group) -> None:
    season = season_of(group)
    document = artem_document(1, 2, names=("Ana", "Ben"))
    session = play_session(group, document, league=season.league)
    owner = signed_in("alice", group, role=OWNER)
    asked = post_names(owner, session, "Cleo", "Ben")
    assert "Count this session for other players?" in asked.content.decode()
    assert session.seats.names() == ("Ana", "Ben")
    saved = post_names(owner, session, "Cleo", "Ben", save="1")
    assert saved.headers["location"] == result_url(session)
    assert season.results.get(rank=1).player.name == "Cleo"  # type: ignore[union-attr]


def test_a_name_of_somebody_who_sits_there_already_is_refused(group: Group) -> None:
    session = artem_table(players=("Ida", "Joe"), group=group)
    owner = signed_in("alice", group, role=OWNER)
    answer = post_names(owner, session, "joe", "Joe")
    assert answer.status_code == 422
    assert fields_beside(answer.content.decode(), "“Joe” is listed twice.") == {"name-1"}
