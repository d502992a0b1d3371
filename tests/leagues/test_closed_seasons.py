"""Whatever changes a closed season is asked about first, is for scorekeepers and owners, and is
listed on the season's page (L-9)."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.groups.merging import merge, undo_merge
from scoring.leagues import leagues
from scoring.models import ClosedSeasonChange, Group, Player, Season, Session, Tally
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.totals.closed_seasons import ClosedSeasonsChange, ask_before_job
from scoring.totals.confirmation import asking
from tests.builders.seasons import FIRST, artem_document, play_session, season_of
from tests.builders.tables import phone, signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db
ASKED = "Change a closed season?"


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


@pytest.fixture
def session(group: Group, season: Season) -> Session:
    """Ana is ahead of Ben, by two sessions to none; the season is closed then."""
    first = play_session(group, artem_document(1, 2), league=season.league)
    play_session(group, artem_document(1, 2), league=season.league)
    close(season)
    return first


@pytest.fixture
def kim(group: Group) -> Client:
    return signed_in("kim", group, "scorekeeper")


def shown(answer: Any) -> str:
    return words(answer.content.decode())


def close(season: Season) -> None:
    leagues.close(season=season, at=timezone.now())


def standings() -> list[tuple[str, int]]:
    tallies = Tally.objects.in_order().select_related("player")
    return [(tally.player.name, tally.sum // 840) for tally in tallies]


def page_of(season: Season, client: Client | None = None) -> str:
    season.refresh_from_db()
    slugs = [season.league.group.slug, season.league.slug, season.slug]
    return shown((client or Client()).get(reverse("season", args=slugs)))


def confirmed(client: Client, question: Any) -> Any:
    """Press the button of the question."""
    html = question.content.decode()
    assert ASKED in html
    (action,) = re.findall(r'<form class="sheet" action="([^"]+)"', html)
    fields = re.findall(r'<input name="([^"]+)" type="hidden" value="([^"]*)"', html)
    return client.post(unescape(action), {name: unescape(value) for name, value in fields})


def undone(session: Session, client: Client) -> Any:
    """Take back the change that was recorded last, as the button of the table does."""
    session.refresh_from_db()
    return client.post(
        reverse("undo", args=[session.uuid]), {"key": uuid4(), "seen": session.revision}
    )


# Asking


def test_undo_of_a_finished_session_asks_first_and_changes_nothing_meanwhile(
    session: Session, season: Season, kim: Client
) -> None:
    leagues.close(season=season, at=None)
    document = artem_document(2, 1)
    recording.record(
        session=session,
        change=lambda _state: document.state,
        action="turn",
        by=By(at=timezone.now()),
    )
    close(season)
    assert standings() == [("Ana", 1), ("Ben", 1)]
    question = undone(session, kim)
    assert standings() == [("Ana", 1), ("Ben", 1)]
    assert "rank 1 → 2" in shown(question)
    assert not ClosedSeasonChange.objects.exists()
    confirmed(kim, question)
    assert standings() == [("Ana", 2), ("Ben", 0)]
    assert ClosedSeasonChange.objects.get().what == "corrected"


def test_a_tap_gets_the_question_in_place_of_the_table(
    session: Session, season: Season, kim: Client
) -> None:
    leagues.close(season=season, at=None)
    document = artem_document(2, 1)
    recording.record(
        session=session,
        change=lambda _state: document.state,
        action="turn",
        by=By(at=timezone.now()),
    )
    close(season)
    session.refresh_from_db()
    answer = kim.post(
        reverse("undo", args=[session.uuid]),
        {"key": uuid4(), "seen": session.revision},
        headers={"HX-Request": "true"},
    )
    html = answer.content.decode()
    assert "data-live" in html
    assert "<html" not in html
    assert confirmed(kim, answer).status_code == 302


def test_restoring_a_session_asks_first(session: Session, kim: Client) -> None:
    lifecycle.delete(session=session, by=By(at=timezone.now()))
    address = reverse("restore_deleted", args=["thursday", session.uuid])
    question = kim.post(address)
    session.refresh_from_db()
    assert session.deleted_at is not None
    assert confirmed(kim, question).status_code == 302
    session.refresh_from_db()
    assert session.deleted_at is None


def test_what_a_page_showed_already_is_not_asked_again(session: Session, kim: Client) -> None:
    """The page that asks before deleting shows what it would change, and confirms it."""
    address = reverse("remove", args=[session.uuid])
    asked = kim.get(address).content.decode()
    fields = re.findall(r'name="(closed_season)" type="hidden" value="(\d+)"', asked)
    assert fields
    answer = kim.post(address, {**dict(fields), "save": "1"})
    assert ASKED not in shown(answer)
    session.refresh_from_db()
    assert session.deleted_at is not None


def test_a_page_from_before_the_season_was_closed_is_asked_about(
    session: Session, kim: Client
) -> None:
    answer = kim.post(reverse("remove", args=[session.uuid]), {"save": "1"})
    assert ASKED in shown(answer)
    session.refresh_from_db()
    assert session.deleted_at is None


@pytest.mark.usefixtures("session")
def test_merging_asks_first(group: Group) -> None:
    target = group.players.create(name="Benno")
    alice = signed_in("alice", group, "owner")
    fields = {"source": Player.objects.get(name="Ben").pk, "target": target.pk}
    address = reverse("merge_players", args=["thursday"])
    question = alice.post(address, fields)
    assert ("Ben", 0) in standings()
    confirmed(alice, question)
    assert ("Benno", 0) in standings()


def test_what_changes_no_standings_is_not_asked_about(session: Session, kim: Client) -> None:
    fields = {"played_on": FIRST, "location": "Kitchen", "notes": "", "minutes": "", "key": ""}
    answer = kim.post(reverse("about", args=[session.uuid]), {**fields, "save": "1"})
    assert answer.status_code == 302
    assert not ClosedSeasonChange.objects.exists()


def test_a_job_is_asked_about_before_it_begins(session: Session, season: Season) -> None:
    sessions = Session.objects.filter(pk=session.pk)
    with asking(lambda: ()), pytest.raises(ClosedSeasonsChange):
        ask_before_job(sessions)
    with asking(lambda: (season.pk,)):
        ask_before_job(sessions)
    ask_before_job(sessions)  # of a command nothing is asked


# Who may


def test_others_than_scorekeepers_are_told_who_may(session: Session) -> None:
    seated = phone(session, place=1)
    answer = undone(session, seated)
    assert answer.status_code == 403
    assert "only scorekeepers and owners of the group can do that" in shown(answer)


# Tables that were open


def open_table(group: Group, season: Season) -> Session:
    """Open a table at which Ana leads; a player may end it at any moment."""
    document = artem_document(1, 2)
    return recording.start(
        document=replace(document, state=replace(document.state, stopped=False)),
        by=By(at=timezone.now()),
        group=group,
        league=season.league,
        players={player.name: player for player in group.players.all()},
    )


@pytest.mark.usefixtures("session")
def test_a_table_that_was_open_when_it_was_closed_counts_without_asking(
    group: Group, season: Season
) -> None:
    leagues.close(season=season, at=None)
    table = open_table(group, season)
    close(season)
    seated = phone(table, place=1)
    answer = seated.post(reverse("end", args=[table.uuid]), {"key": uuid4()})
    assert answer.status_code == 302
    assert standings()[0] == ("Ana", 3)
    assert ClosedSeasonChange.objects.get().what == "ended"


@pytest.mark.usefixtures("session")
def test_a_table_that_was_opened_afterwards_is_asked_about(
    group: Group, season: Season, kim: Client
) -> None:
    table = open_table(group, season)
    refused = phone(table, place=1).post(reverse("end", args=[table.uuid]), {"key": uuid4()})
    assert refused.status_code == 403
    question = kim.post(reverse("end", args=[table.uuid]), {"key": uuid4()})
    table.refresh_from_db()
    assert table.finished_at is None
    confirmed(kim, question)
    table.refresh_from_db()
    assert table.finished_at is not None


@pytest.mark.usefixtures("session")
def test_closing_shows_the_tables_that_would_still_count(group: Group, season: Season) -> None:
    leagues.close(season=season, at=None)
    address = reverse("season_edit", args=["thursday", "cup", "year"])
    alice = signed_in("alice", group, "owner")
    assert "These tables are still open." not in shown(alice.get(address))
    table = open_table(group, season)
    page = alice.get(address)
    assert "These tables are still open." in shown(page)
    assert reverse("table", args=[table.uuid]) in page.content.decode()


# The list


def _deleted(session: Session) -> None:
    lifecycle.delete(session=session, by=By(at=timezone.now()))


def _restored(session: Session) -> None:
    _deleted(session)
    lifecycle.undelete(session=session, by=By(at=timezone.now()))


def _moved(session: Session) -> None:
    assert session.group is not None
    lifecycle.move(session=session, group=session.group, league=None, by=By(at=timezone.now()))


def _added(session: Session) -> None:
    assert session.group is not None
    play_session(session.group, artem_document(2, 1), league=session.league)


def _merged(session: Session) -> None:
    target = Player.objects.create(group=session.group, name="Benno")
    merge(source=Player.objects.get(name="Ben"), target=target, at=timezone.now())


def _separated(session: Session) -> None:
    target = Player.objects.create(group=session.group, name="Benno")
    merged = merge(source=Player.objects.get(name="Ben"), target=target, at=timezone.now())
    undo_merge(merged, at=timezone.now())


@pytest.mark.parametrize(
    ("sessions", "line"),
    [
        (1, "1 session deleted: its import was undone"),
        (2, "2 sessions deleted: their import was undone"),
    ],
)
def test_the_list_says_that_an_import_was_undone(season: Season, sessions: int, line: str) -> None:
    close(season)
    ClosedSeasonChange.objects.create(
        season=season, at=timezone.now(), what="import-undone", sessions=sessions
    )
    assert line in page_of(season)


@pytest.mark.parametrize(
    ("change", "line"),
    [
        pytest.param(_deleted, "Artem of {day}: deleted No rank has changed.", id="deleted"),
        pytest.param(_restored, "Artem of {day}: restored No rank has changed.", id="restored"),
        pytest.param(_moved, "Artem of {day}: moved No rank has changed.", id="moved"),
        pytest.param(_added, "Artem of {day}: added No rank has changed.", id="added"),
        pytest.param(_merged, "Two players merged Benno – → 2, Ben 2 → –", id="merged"),
        pytest.param(
            _separated, "Two players separated again Ben – → 2, Benno 2 → –", id="separated"
        ),
    ],
)
def test_each_change_is_a_line_on_the_page(
    session: Session, season: Season, change: Callable[[Session], None], line: str
) -> None:
    assert "Changes since" not in page_of(season)
    change(session)
    day = f"{FIRST.day} {FIRST:%B %Y}"
    assert line.format(day=day) in page_of(season)


def test_a_line_says_whose_rank_moved_in_the_names_that_the_reader_sees(
    session: Session, season: Season, kim: Client
) -> None:
    Player.objects.filter(name="Ben").update(hidden=True)
    for _ in range(3):
        _added(session)
    assert "Ben 2 → 1" in page_of(season, kim)
    assert "2 → 1" in page_of(season)
    assert "Ben" not in page_of(season)


def test_a_line_leads_to_the_session_while_it_exists(session: Session, kim: Client) -> None:
    _restored(session)
    page = kim.get(reverse("season", args=["thursday", "cup", "year"])).content.decode()
    lines = page[page.index('id="since-closed"') :]
    assert reverse("result", args=[session.uuid]) in lines
    _deleted(session)
    page = kim.get(reverse("season", args=["thursday", "cup", "year"])).content.decode()
    lines = page[page.index('id="since-closed"') : page.index("Download")]
    assert reverse("result", args=[session.uuid]) not in lines


def test_an_open_season_lists_nothing(group: Group, season: Season) -> None:
    _deleted(play_session(group, artem_document(1, 2), league=season.league))
    assert not ClosedSeasonChange.objects.exists()
