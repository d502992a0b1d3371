"""Looking for sessions in the admin: by players, the place and the notes."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import League, Player, Session
from tests.builders.groups import thursday_group
from tests.builders.staff import new_staff, with_second_factor
from tests.builders.tables import artem_table, describe_session

pytestmark = pytest.mark.django_db

LIST = "/admin/scoring/session/"


@pytest.fixture
def root() -> User:
    return new_staff("root", is_superuser=True)


def found(root: User, words: str) -> set[int]:
    """Return the sessions that the list shows for a search."""
    client = Client()
    client.force_login(root)
    page = client.get(LIST, {"q": words})
    assert page.status_code == 200
    return {session.pk for session in page.context["cl"].result_list}


def test_a_session_is_found_by_who_played_as_they_are_called_now(root: User) -> None:
    group = thursday_group()
    session, other = artem_table(group=group), artem_table(players=("Kim", "Joe"), group=group)
    Player.objects.filter(name="Ida").update(name="Idelle", nickname="Owl")
    assert found(root, "idell") == found(root, "owl") == {session.pk}
    assert found(root, "joe") == {session.pk, other.pk}
    assert found(root, "kim joe") == {other.pk}
    assert found(root, "kim idelle") == set()


def test_a_quick_table_is_found_by_the_names_there(root: User) -> None:
    session = artem_table(players=("Zoé", "Joe"))
    artem_table()
    assert found(root, "Zoé") == {session.pk}


def test_a_session_is_found_by_its_place_and_its_notes(root: User) -> None:
    session = artem_table()
    artem_table()
    describe_session(session)
    assert found(root, "attic") == found(root, "With cake ida") == {session.pk}


def test_an_owner_finds_what_is_their_groups_own() -> None:
    session = artem_table(group=thursday_group())
    artem_table()
    alice = User.objects.get(username="alice")
    alice.is_staff = True
    alice.save(update_fields=["is_staff"])
    assert found(with_second_factor(alice), "Ida") == {session.pk}


def test_a_search_shows_the_newest(root: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.models.sessions.MOST_FOUND", 1)
    artem_table()
    newest = artem_table()
    assert found(root, "Ida") == {newest.pk}


def test_a_session_is_found_by_its_league_and_by_its_id(root: User) -> None:
    group = thursday_group()
    session, other = artem_table(group=group), artem_table(group=group)
    league = League.objects.create(group=group, name="Winter cup", slug="winter")
    Session.objects.filter(pk=session.pk).update(league=league)
    assert found(root, "winter ida") == {session.pk}
    assert found(root, str(other.uuid)) == found(root, other.uuid.hex) == {other.pk}
