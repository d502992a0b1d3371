"""The cover of a session: at an address that changes with it, for people who see its pages."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.covers import SEATS, cover
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.registry import get_game, installed_games
from scoring.sessions.lifecycle import delete
from scoring.sessions.loading import load_stored
from scoring.web.pictures import cover_address, cover_key
from tests.builders.groups import thursday_group
from tests.builders.noted import noted_points
from tests.builders.seasons import play_session, sample_document
from tests.builders.tables import artem_table, enter_turns, finished_table, phone, result_url

pytestmark = pytest.mark.django_db

NOT_PRINTED = 'stroke-width="1.5"'  # an empty square of Artem
SLUGS = sorted(installed_games())


def drawn(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "image/svg+xml"
    return answer.content.decode()


def played(slug: str) -> Session:
    seed = next(seed for seed in range(100) if sample_document(seed, day=1).game.slug == slug)
    return play_session(thursday_group(), sample_document(seed, day=1), league=None)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_session_has_the_picture_of_its_entries(slug: str) -> None:
    session = played(slug)
    stored = load_stored(session)
    seats = {seat.name: seat.place for seat in stored.seats}
    state, outcome = stored.document.state, stored.outcome
    picture = drawn(cover_address(session))
    assert picture == cover(get_game(slug).cover, str(session.uuid), state, outcome, seats)
    assert SEATS[seats[outcome.standings[0].player] - 1] in picture


def test_the_picture_grows_with_the_game() -> None:
    session = artem_table("", "", "1x5")
    before, address = drawn(cover_address(session)), cover_address(session)
    enter_turns(session, "1x6", "1x6")
    session.refresh_from_db()
    after = drawn(cover_address(session))
    assert cover_address(session) != address
    assert after.count(NOT_PRINTED) < before.count(NOT_PRINTED)


def test_a_browser_keeps_it_for_good_and_asks_no_more() -> None:
    answer = Client().get(cover_address(artem_table("")))
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"


def test_the_address_of_an_earlier_picture_leads_to_the_present_one() -> None:
    session = artem_table("")
    earlier = cover_address(session)
    enter_turns(session, "")
    session.refresh_from_db()
    answer = Client().get(earlier)
    assert (answer.status_code, answer.headers["Location"]) == (302, cover_address(session))
    assert "immutable" not in answer.headers["Cache-Control"]


def test_it_runs_nothing_when_it_is_opened_as_a_page() -> None:
    answer = Client().get(cover_address(artem_table("")))
    assert answer.headers["Content-Security-Policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    )


@pytest.mark.parametrize("wrong", ["session", "number", "key", "other session's key"])
def test_nobody_can_write_the_address_of_a_session_that_they_do_not_see(wrong: str) -> None:
    session, other = artem_table(""), artem_table("")
    values: dict[str, Any] = {
        "session": session.uuid,
        "number": session.revision,
        "key": cover_key(session.uuid, session.revision),
    }
    changes: dict[str, dict[str, Any]] = {
        "session": {"session": uuid4()},
        "number": {"number": session.revision - 1},
        "key": {"key": "0" * 24},
        "other session's key": {"key": cover_key(other.uuid, other.revision)},
    }
    values |= changes[wrong]
    assert Client().get(reverse("cover", kwargs=values)).status_code == 404


def test_a_deleted_session_has_none() -> None:
    session = artem_table("")
    address = cover_address(session)
    drawn(address)
    delete(session=session, by=By(at=timezone.now()))
    assert Client().get(address).status_code == 404


def test_a_result_without_rounds_has_one_too() -> None:
    group: Group = thursday_group()
    session = play_session(group, noted_points("canvas", 30, 20, 10), league=None)
    assert SEATS[0] in drawn(cover_address(session))


def test_it_is_asked_once_however_many_look(django_assert_num_queries: Any) -> None:
    address = cover_address(artem_table("", "", "1x5"))
    with django_assert_num_queries(2):
        drawn(address)
    with django_assert_num_queries(1):
        drawn(address)


def test_the_result_shows_it() -> None:
    session = artem_table("", "", "1x5")
    page = phone(session, hosts=True).get(result_url(session)).content.decode()
    assert f'src="{cover_address(session)}"' in page


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_a_picture_that_browsers_ask_for_again(slug: str) -> None:
    answer = Client().get(reverse("game_cover", args=[slug]))
    assert answer.content.decode().startswith("<svg")
    etag = answer.headers["ETag"]
    again = Client().get(reverse("game_cover", args=[slug]), headers={"if-none-match": etag})
    assert again.status_code == 304


def test_what_is_no_game_has_no_picture() -> None:
    assert Client().get(reverse("game_cover", args=["chess"])).status_code == 404


def test_a_shared_result_shows_it_by_its_own_link() -> None:
    session = finished_table()
    share(session=session, shared=True)
    session.refresh_from_db()
    address = reverse("shared_cover", args=[session.share_token])
    page = Client().get(reverse("shared", args=[session.share_token])).content.decode()
    assert f'src="{address}"' in page
    assert drawn(address) == drawn(cover_address(session))
    share(session=session, shared=False)
    assert Client().get(address).status_code == 404
