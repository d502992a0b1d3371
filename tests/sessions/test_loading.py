"""Whatever shows a session reads its rows, the only record of what it is now."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.artem.models import Claim
from scoring.exchange.export_sessions import document_lines
from scoring.models import Group, Player, Session
from scoring.sessions.loading import load, load_many
from tests.builders.seasons import artem_document, canvas_document, play_session

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


@pytest.fixture
def session(group: Group) -> Session:
    """Ana has 7 points, and Ben 5 for a row of four."""
    return play_session(group, artem_document(1, 2), league=None)


def result_page(session: Session) -> str:
    answer = Client().get(reverse("group_result", args=["thursday", session.uuid]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_reader_shows_what_the_rows_say(session: Session) -> None:
    """A row of three is worth 3 points."""
    assert "Ana 7 · Ben 5" in result_page(session)
    Claim.objects.filter(session=session, number=4).update(length=3)
    Session.objects.update(version=9)
    assert "Ana 7 · Ben 3" in result_page(session)
    claim = [{"play": 1, "length": 3}]
    assert load(session).state.turns[3].claims[0].length == 3
    (line,) = document_lines(Session.objects.all())
    assert json.loads(line)["turns"][3]["claims"] == claim


def test_sessions_of_all_games_are_read_with_a_query_for_each(
    session: Session, group: Group, django_assert_num_queries: Any
) -> None:
    wanted = [play_session(group, canvas_document({"Ana": 5, "Ben": 3}), league=None), session]
    wanted += [play_session(group, artem_document(2, 1), league=None)]
    with django_assert_num_queries(2):
        read = load_many(wanted)
    assert [each.document.game.slug for each in read] == ["canvas", "artem", "artem"]
    assert [each.document for each in read] == [load(each) for each in wanted]


def test_a_session_that_was_removed_is_left_out(session: Session, group: Group) -> None:
    other = play_session(group, artem_document(2, 1), league=None)
    Session.objects.filter(pk=session.pk).delete()
    assert [each.session for each in load_many([session, other])] == [other.pk]
    with pytest.raises(Session.DoesNotExist):
        load(session)


@pytest.mark.parametrize("name", ["players", "turns", "artem"])
def test_a_name_may_be_a_word_of_documents(name: str, group: Group) -> None:
    names = (name, "Ben")
    session = play_session(group, artem_document(1, 2, names=names), league=None)
    Player.objects.filter(name=name).update(nickname="Kim")
    assert "Kim 7 · Ben 5" in result_page(session)


def test_a_download_reads_the_sessions_of_a_game_with_one_query(
    group: Group, django_assert_num_queries: Any
) -> None:
    """Another one finds their numbers and games."""
    for ranks in ((1, 2), (2, 1)):
        play_session(group, artem_document(*ranks), league=None)
    with django_assert_num_queries(2):
        assert len(list(document_lines(group.sessions.not_deleted()))) == 2
