"""The link to a result: who makes it, what it shows, and when it ends."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Session
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.sessions.lifecycle import delete, undelete
from tests.builders.tables import (
    artem_table,
    describe_session,
    enter_turns,
    finished_table,
    phone,
    result_url,
)
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def shared_session() -> Session:
    session = finished_table()
    describe_session(session)
    share(session=session, shared=True)
    session.refresh_from_db()
    return session


def shared_url(session: Session) -> str:
    return reverse("shared", args=[session.share_token])


@pytest.mark.parametrize("who", [{"hosts": True}, {"place": 2}], ids=["the host", "a seat"])
def test_whoever_plays_makes_a_link_and_everyone_at_the_table_sees_it(who: dict[str, Any]) -> None:
    session = finished_table()
    player, watcher = phone(session, **who), phone(session)
    assert "Create a link to share" in page_words(player, result_url(session))
    player.post(reverse("share", args=[session.uuid]))
    session.refresh_from_db()
    assert session.share_token
    for client in (player, watcher):
        assert f"http://testserver{shared_url(session)}" in page_words(client, result_url(session))
    assert "Stop sharing" in page_words(player, result_url(session))
    assert "Stop sharing" not in page_words(watcher, result_url(session))


def test_who_has_a_seat_finds_the_link_to_share_where_the_game_ended() -> None:
    session = finished_table()
    page = reverse("table", args=[session.uuid])
    assert "#sharing" in phone(session, place=2).get(page).content.decode()
    assert "#sharing" not in phone(session).get(page).content.decode()


def test_the_share_sheet_calls_it_by_who_won_and_the_game(shared_session: Session) -> None:
    page = phone(shared_session).get(result_url(shared_session)).content.decode()
    assert f'/result/{shared_session.share_token}/" data-title="Joe wins · Artem">Share<' in page


def test_who_only_watches_does_not_share() -> None:
    session = finished_table()
    assert phone(session).post(reverse("share", args=[session.uuid])).status_code == 403
    session.refresh_from_db()
    assert session.share_token is None


def test_whoever_has_the_link_reads_the_result_without_cookies(shared_session: Session) -> None:
    client = Client()
    page = client.get(shared_url(shared_session))
    text = words(page.content.decode())
    assert "Joe wins" in text
    assert "Thursday 12 November 2026" in text
    assert not page.cookies
    assert not client.cookies


def test_place_and_notes_stay_at_the_table(shared_session: Session) -> None:
    html = Client().get(shared_url(shared_session)).content.decode()
    assert "attic" not in html
    assert "cake" not in html


def test_the_link_leads_to_nothing_else(shared_session: Session) -> None:
    client = Client()
    html = client.get(shared_url(shared_session)).content.decode()
    assert str(shared_session.uuid) not in html
    assert shared_session.code not in html
    for name in ("table", "result", "board", "history", "about"):
        assert client.get(reverse(name, args=[shared_session.uuid])).status_code == 404


def test_it_introduces_itself_to_those_who_pass_the_link_on(shared_session: Session) -> None:
    html = Client().get(shared_url(shared_session)).content.decode()
    assert '<meta name="robots" content="noindex">' in html
    assert '<meta property="og:title" content="Joe wins · Artem">' in html
    assert '<meta property="og:description" content="Joe 21 · Ida 7">' in html
    assert '<meta property="og:type" content="website">' in html
    assert (
        f'<meta property="og:url" content="http://testserver{shared_url(shared_session)}">' in html
    )


def test_names_cannot_break_out_of_it() -> None:
    session = finished_table(players=('"><script>x</script>', "Joe"))
    share(session=session, shared=True)
    session.refresh_from_db()
    html = Client().get(shared_url(session)).content.decode()
    assert "<script>" not in html
    assert "&quot;&gt;&lt;script&gt;" in html


def test_it_is_asked_for_each_time_and_sent_once(
    shared_session: Session, django_assert_max_num_queries: Any
) -> None:
    first = Client().get(shared_url(shared_session))
    assert set(first.headers["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert "Accept-Language" in first.headers["Vary"]
    with django_assert_max_num_queries(1):
        second = Client().get(
            shared_url(shared_session), headers={"if-none-match": first.headers["ETag"]}
        )
    assert second.status_code == 304
    assert second.content == b""
    assert second.headers["ETag"] == first.headers["ETag"]


def test_a_correction_shows_at_once(shared_session: Session) -> None:
    etag = Client().get(shared_url(shared_session)).headers["ETag"]
    describe_session(shared_session, played_on=date(2026, 11, 13))
    again = Client().get(shared_url(shared_session), headers={"if-none-match": etag})
    assert again.status_code == 200
    assert "Friday 13 November 2026" in words(again.content.decode())


def test_it_ends_when_the_host_stops_sharing(shared_session: Session) -> None:
    etag = Client().get(shared_url(shared_session)).headers["ETag"]
    phone(shared_session, hosts=True).post(
        reverse("share", args=[shared_session.uuid]), {"stop": "1"}
    )
    response = Client().get(shared_url(shared_session), headers={"if-none-match": etag})
    assert response.status_code == 404


def test_a_link_that_was_withdrawn_stays_dead(shared_session: Session) -> None:
    old = shared_url(shared_session)
    for do in (False, True):
        share(session=shared_session, shared=do)
    shared_session.refresh_from_db()
    assert shared_url(shared_session) != old
    assert Client().get(old).status_code == 404
    assert Client().get(shared_url(shared_session)).status_code == 200


def test_it_ends_with_the_session_and_comes_back_with_it(shared_session: Session) -> None:
    by = By(at=timezone.now())
    delete(session=shared_session, by=by)
    assert Client().get(shared_url(shared_session)).status_code == 404
    undelete(session=shared_session, by=by)
    assert Client().get(shared_url(shared_session)).status_code == 200


def test_it_ends_when_the_time_of_a_quick_table_is_over(shared_session: Session) -> None:
    Session.objects.filter(pk=shared_session.pk).update(
        expires_at=timezone.now() - timedelta(minutes=1)
    )
    assert Client().get(shared_url(shared_session)).status_code == 404
    assert Client().get(reverse("shared_qr", args=[shared_session.share_token])).status_code == 404


def test_its_qr_code_is_a_picture(shared_session: Session) -> None:
    picture = Client().get(reverse("shared_qr", args=[shared_session.share_token]))
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert b"<svg" in picture.content


@pytest.mark.usefixtures("shared_session")
@pytest.mark.parametrize("token", ["x", "A" * 22, "%00", "None", "-"])
def test_no_other_token_opens_anything(token: str) -> None:
    assert Client().get(f"/result/{token}/").status_code == 404


def test_a_result_that_still_grows_says_so_to_everyone() -> None:
    session = artem_table("", "", "1x5")
    share(session=session, shared=True)
    session.refresh_from_db()
    assert "Ida is ahead" in page_words(Client(), shared_url(session))
    enter_turns(session, "1x6")
    assert "Joe is ahead" in page_words(Client(), shared_url(session))
