"""The page of a result, for those at the table and for those who have its link."""

import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.outcome import Outcome
from scoring.core.wording import award_sentence
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.registry import get_game
from scoring.sessions.lifecycle import delete, undelete
from scoring.sessions.recording import describe
from tests.builders.tables import artem_table, enter_turns, finished_table, phone, signed_in
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db


def result_url(session: Session) -> str:
    return reverse("result", args=[session.uuid])


def describe_session(session: Session, **fields: Any) -> None:
    cover = {"played_on": date(2026, 11, 12), "location": "Sam’s attic", "notes": "With cake."}
    describe(session=session, by=By(at=timezone.now()), **{**cover, **fields})


@pytest.fixture
def shared_session() -> Session:
    session = finished_table()
    describe_session(session)
    share(session=session, shared=True)
    session.refresh_from_db()
    return session


def shared_url(session: Session) -> str:
    return reverse("shared", args=[session.share_token])


# At the table


def test_it_says_who_won_how_it_ended_and_why() -> None:
    session = finished_table()
    text = page_words(phone(session), result_url(session))
    assert "Joe wins" in text
    assert "Somebody has the points that end the game." in text
    assert "Joe beats Ida: 21 points against 7." in text


def test_its_label_says_what_was_played_when_and_where() -> None:
    session = finished_table()
    describe_session(session)
    text = page_words(phone(session), result_url(session))
    assert "Artem · 2 players · Thursday 12 November 2026 · Sam’s attic" in text
    assert "With cake." in text


def test_while_the_session_goes_on_it_says_who_is_ahead() -> None:
    session = artem_table("", "", "1x5")
    text = page_words(phone(session), result_url(session))
    assert "Ida is ahead" in text
    assert "The table still plays: round 2, to 20 points." in text
    assert "Play again" not in text


def test_before_the_first_entry_it_says_so_and_draws_nothing() -> None:
    session = artem_table()
    html = phone(session).get(result_url(session)).content.decode()
    assert "Nothing entered yet" in html
    assert "<svg viewBox" not in html


def test_level_players_share_the_win_with_a_sentence() -> None:
    session = artem_table("", "", "1x5", "1x5")
    client = phone(session, hosts=True)
    client.post(reverse("end", args=[session.uuid]))
    text = page_words(client, result_url(session))
    assert "Ida and Joe share the win" in text
    assert "The table stopped early; the standings of that moment count." in text
    assert "Ida and Joe share the place: both hold 7 points." in text


def test_the_drawing_has_a_title_a_description_and_the_same_numbers_as_a_table() -> None:
    session = finished_table()
    html = phone(session).get(result_url(session)).content.decode()
    assert '<title id="chart-title">Points over the rounds</title>' in html
    description = re.search(r"<desc[^>]*>(.*?)</desc>", html, re.DOTALL)
    assert description
    assert description[1].endswith("Ida 7; Joe 21")
    table = re.search(r"<table.*?</table>", html, re.DOTALL)
    assert table
    assert words(table[0]).startswith("Ida Joe Turn 1 0 0 Turn 2 0 0 Turn 3 7 0 Turn 4 7 9")


def test_every_line_has_its_colour_its_mark_and_its_dash() -> None:
    session = finished_table()
    html = phone(session).get(result_url(session)).content.decode()
    for place, dash in ((1, "none"), (2, "18 8")):
        course = re.search(rf'<g class="course seat-{place}">.*?</g>', html, re.DOTALL)
        assert course
        assert f'stroke-dasharray="{dash}"' in course[0]
        assert f"#seat-{place}" in course[0]


def test_nothing_on_it_is_styled_inline() -> None:
    session = finished_table()
    html = phone(session).get(result_url(session)).content.decode()
    assert not re.search(r"<style|\sstyle=|<script>|\son\w+=", html)


def test_it_opens_into_what_the_points_are_made_of() -> None:
    session = finished_table()
    assert "a row of 6 with play 1" in page_words(phone(session), result_url(session))


@pytest.mark.parametrize(
    ("points", "award"),
    [(40, "Best in Show: 40 points or more."), (12, "Participation Award: up to 24 points.")],
)
def test_an_award_for_the_whole_game_has_its_sentence(points: int, award: str) -> None:
    code = "best-in-show" if points == 40 else "participation-award"
    wording = get_game("canvas").wording
    over = Outcome(standings=(), ladder=(), end="paintings", details={"award": code})
    assert award_sentence(over, wording) == award
    going = Outcome(standings=(), ladder=(), end=None, details={"award": code})
    assert award_sentence(going, wording) == ""
    other: Outcome[Any] = Outcome(standings=(), ladder=(), end="paintings", details={})
    assert award_sentence(other, wording) == ""


def play_again_url(client: Client, session: Session) -> str:
    html = client.get(result_url(session)).content.decode()
    match = re.search(r'href="(/new/[^"]+)"', html)
    assert match
    return match[1].replace("&amp;", "&")


def test_it_can_be_played_again_with_the_same_players() -> None:
    session = finished_table()
    client = phone(session)
    html = client.get(play_again_url(client, session)).content.decode()
    assert re.findall(r'name="name" value="([^"]*)"', html) == ["Ida", "Joe"]


def test_it_is_played_again_in_the_same_group_by_who_keeps_its_scores() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = finished_table(group=group)
    keeper = signed_in("kim", group, "scorekeeper")
    assert play_again_url(keeper, session).endswith("&group=thursday%2F")  # and no league of it
    member = signed_in("bob", group)
    assert "group" not in play_again_url(member, session)
    assert member.get(play_again_url(member, session)).status_code == 200


def test_a_phone_that_was_not_there_learns_no_names() -> None:
    session = finished_table()
    html = Client().get(f"/new/artem/?again={session.uuid}").content.decode()
    assert "Joe" not in html


def test_a_deleted_table_gives_its_names_to_nobody() -> None:
    session = finished_table()
    client = phone(session)
    delete(session=session, by=By(at=timezone.now()))
    assert "Joe" not in client.get(f"/new/artem/?again={session.uuid}").content.decode()


def test_it_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    for session in (artem_table(), artem_table(*[""] * 40)):
        client = phone(session)
        with django_assert_max_num_queries(6):
            client.get(result_url(session))


# Sharing


def test_the_host_makes_a_link_and_everyone_at_the_table_sees_it() -> None:
    session = finished_table()
    host, watcher = phone(session, hosts=True), phone(session)
    assert "Make a link to share" in page_words(host, result_url(session))
    host.post(reverse("share", args=[session.uuid]))
    session.refresh_from_db()
    assert session.share_token
    for client in (host, watcher):
        assert f"http://testserver{shared_url(session)}" in page_words(client, result_url(session))
    assert "Stop sharing" not in page_words(watcher, result_url(session))


def test_only_the_host_shares() -> None:
    session = finished_table()
    for client in (phone(session), phone(session, place=1)):
        assert client.post(reverse("share", args=[session.uuid])).status_code == 403
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
