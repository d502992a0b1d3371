"""A preview shows what a correction changes in the standings before it is saved."""

from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.leagues import leagues
from scoring.models import Group, League, Phone, Result, Revision, Season, Session, Tally
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.sessions.undo import redo, undo
from scoring.totals import standings_preview
from scoring.totals.standings_preview import StandingsChange
from scoring.upkeep.rescore import season_differences
from scoring.web.browser_cookie import cookie_name, sign_browser
from tests.builders.seasons import FIRST, artem_document, canvas_document, play_session, season_of
from tests.builders.tables import finished_table, phone, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


@pytest.fixture
def session(group: Group, season: Season) -> Session:
    """The second of two evenings: Ana has beaten everybody twice, Ben one of two."""
    play_session(group, artem_document(1, 2, 3), league=season.league)
    return play_session(
        group, artem_document(1, 2, 3, day=FIRST + timedelta(days=7)), league=season.league
    )


def previewed(session: Session, act: Callable[[], Any]) -> tuple[StandingsChange, ...]:
    return standings_preview.preview_standings(session, act, name_of=str)


def by() -> By:
    return By(at=timezone.now())


def shown(changes: tuple[StandingsChange, ...]) -> list[tuple[str, str, str]]:
    (change,) = changes
    return [
        (player.name, " → ".join(player.places), " → ".join(player.values))
        for player in change.players
    ]


def stored_rows() -> list[Any]:
    """Return everything that a preview must leave as it was."""
    return [
        list(model._default_manager.order_by("pk").values())
        for model in (Session, Season, Tally, Result, Revision)
    ]


def last_evening_with(session: Session, *ranks: int) -> Callable[[], Any]:
    document = artem_document(*ranks)
    return lambda: recording.record(
        session=session, change=lambda _: document.state, action="turn", by=by()
    )


def test_it_says_who_moves_where_and_to_what(session: Session) -> None:
    assert shown(previewed(session, last_evening_with(session, 3, 1, 2))) == [
        ("Ben", "rank 2 → rank 1", "1.0 → 1.5"),
        ("Ana", "rank 1 → rank 2", "2.0 → 1.0"),
        ("Cleo", "rank 3", "0.0 → 0.5"),
    ]


def test_what_it_says_is_what_saving_then_does(session: Session, season: Season) -> None:
    act = last_evening_with(session, 2, 3, 1)
    (change,) = previewed(session, act)
    act()
    lines = {line.player_id: line for line in Tally.objects.in_order().filter(season=season)}
    for player in change.players:
        assert player.after == (lines[player.player].rank, Fraction(lines[player.player].sum, 840))


def test_asking_leaves_everything_as_it_was(session: Session) -> None:
    before = stored_rows()
    acts: list[Callable[[], Any]] = [
        last_evening_with(session, 3, 2, 1),
        lambda: lifecycle.delete(session=session, by=by()),
        lambda: recording.reopen(session=session, by=by()),
    ]
    for act in acts:
        assert previewed(session, act)
        assert stored_rows() == before
    session.refresh_from_db()
    assert session.deleted_at is None


def test_all_values_of_a_season_have_the_same_number_of_decimals(
    group: Group, season: Season
) -> None:
    """L-6: 0.33 and 0.25 of two games are neighbours, so 0.75 is not 0.8 further down."""
    play_session(group, artem_document(1, 2, 3, 4), league=season.league)
    points = {"Eva": 9, "Finn": 7, "Gil": 5, "Hal": 3, "Ida": 1}
    canvas = play_session(group, canvas_document(points), league=season.league)
    changes = previewed(canvas, lambda: lifecycle.delete(session=canvas, by=by()))
    values = {
        value
        for change in changes
        for player in change.players
        if player.name == "Finn"
        for value in player.values
    }
    assert values == {"0.75"}


def test_it_shows_the_standings_of_one_game_where_they_change_otherwise(
    session: Session, season: Season
) -> None:
    duplik = Result.objects.exclude(session=session)
    duplik.update(game="duplik")  # the first evening was one of another game
    leagues.recount(season=season)
    changes = previewed(session, last_evening_with(session, 3, 1, 2))
    assert [change.game for change in changes] == ["", "Artem"]


def test_deleting_takes_the_players_of_the_only_evening_out(group: Group, season: Season) -> None:
    session = play_session(group, artem_document(1, 2), league=season.league)
    assert shown(previewed(session, lambda: lifecycle.delete(session=session, by=by()))) == [
        ("Ana", "rank 1 → not in the standings", "1"),
        ("Ben", "rank 2 → not in the standings", "0"),
    ]


def test_moving_it_tells_of_both_tables(group: Group, session: Session) -> None:
    other = season_of(group, league="other").league

    def move() -> None:
        lifecycle.move(session=session, group=group, league=other, by=by())

    changes = previewed(session, move)
    assert {change.season.league_id for change in changes} == {session.league_id, other.pk}


# On the pages


BROWSER = "bob's"


def keeper(group: Group) -> Client:
    bob = signed_in("bob", group, "scorekeeper")
    bob.cookies[cookie_name()] = sign_browser(BROWSER)
    return bob


def correction(session: Session) -> tuple[str, dict[str, Any]]:
    """Ana's claim was four shorter than it was said: she comes last instead of first."""
    return f"/table/{session.uuid}/artem/turn/4/", {"claim": ["1x3"]}


def test_a_correction_shows_the_table_before_it_is_saved(group: Group, session: Session) -> None:
    address, fields = correction(session)
    before = stored_rows()
    page = keeper(group).post(address, fields).content.decode()
    assert "In the standings of Cup, Year" in page
    assert "rank 1 → 2" in page
    assert stored_rows() == before


def test_one_who_only_sits_at_the_table_of_a_private_group_reads_nothing_of_its_league(
    session: Session,
) -> None:
    address, fields = correction(session)
    page = phone(session, place=1).post(address, fields).content.decode()
    assert "What this would change" in page
    assert "Cup" not in page


def test_outside_a_public_group_nobody_reads_a_hidden_name(group: Group, session: Session) -> None:
    Group.objects.update(visibility=Group.Visibility.PUBLIC)
    group.players.filter(name="Ana").update(hidden=True)
    group.players.filter(name="Ben").update(nickname="Benny")
    address, fields = correction(session)
    page = phone(session, place=1).post(address, fields).content.decode()
    table = page[page.index("In the standings of Cup, Year") :]
    assert "A player" in table
    assert "Benny" in table
    assert "Ana" not in table


def test_a_table_of_no_league_says_nothing_of_one(group: Group) -> None:
    session = play_session(group, artem_document(1, 2), league=None)
    address, fields = correction(session)
    page = keeper(group).post(address, fields).content.decode()
    assert "What this would change" in page
    assert "<h3>" not in page


def test_restoring_shows_the_table_first(group: Group, session: Session) -> None:
    last_evening_with(session, 3, 2, 1)()
    page = keeper(group).get(f"/table/{session.uuid}/history/1/restore/").content.decode()
    assert "In the standings of Cup, Year" in page
    assert "rank 1 → 3" in page  # Cleo


def test_deleting_shows_the_table_first(group: Group, session: Session) -> None:
    bob = keeper(group)
    page = bob.get(f"/table/{session.uuid}/remove/").content.decode()
    assert "2.0 → 1.0" in page
    assert bob.post(f"/table/{session.uuid}/remove/").status_code == 200
    session.refresh_from_db()
    assert session.deleted_at is not None


def test_going_on_shows_the_table_first(group: Group, session: Session) -> None:
    bob = keeper(group)
    page = bob.get(f"/table/{session.uuid}/go-on/").content.decode()
    assert "2.0 → 1.0" in page
    bob.post(f"/table/{session.uuid}/end/", {"go_on": "1", "key": ""})
    session.refresh_from_db()
    assert session.finished_at is None


def test_a_day_outside_the_season_is_asked_about(group: Group, session: Session) -> None:
    bob = keeper(group)
    address = f"/table/{session.uuid}/about/"
    data = {"played_on": "2025-12-31", "location": "", "notes": "by the sea", "key": ""}
    page = bob.post(address, data)
    assert page.status_code == 200
    assert "by the sea" in page.content.decode()
    assert "2.0 → 1.0" in page.content.decode()
    session.refresh_from_db()
    assert session.played_on != date(2025, 12, 31)
    assert bob.post(address, {**data, "save": "1"}).status_code == 302
    session.refresh_from_db()
    assert session.played_on == date(2025, 12, 31)
    assert not Result.objects.filter(session=session).exclude(season=None).exists()


def test_notes_alone_are_saved_at_once(group: Group, session: Session) -> None:
    data = {"played_on": str(session.played_on), "location": "", "notes": "late", "key": ""}
    assert keeper(group).post(f"/table/{session.uuid}/about/", data).status_code == 302


def test_moving_to_another_league_is_asked_about(group: Group, session: Session) -> None:
    other = season_of(group, league="other").league
    League.objects.filter(pk=other.pk).update(name="Shield")
    bob = keeper(group)
    address = f"/table/{session.uuid}/league/"
    page = bob.post(address, {"group": "thursday/other"}).content.decode()
    assert "Move this session to Shield?" in page
    assert "not in the standings → rank 1" in page
    bob.post(address, {"group": "thursday/other", "save": "1"})
    session.refresh_from_db()
    assert session.league == other
    assert bob.post(address, {"group": "thursday/nothing"}).status_code == 404


def test_taking_a_quick_table_into_a_league_is_asked_about(group: Group, season: Season) -> None:
    bob = keeper(group)
    session = finished_table(played_on=FIRST.isoformat())
    Phone.objects.create(session=session, browser=BROWSER, hosts=True, joined_at=timezone.now())
    data = {"group": "thursday/cup"}
    address = f"/table/{session.uuid}/group/"
    assert "not in the standings → rank 1" in bob.post(address, data).content.decode()
    assert not group.players.exists()
    bob.post(address, {**data, "save": "1"})
    assert Tally.objects.filter(season=season, game="").count() == 2


# Exactly, also back and forth


def test_taking_back_and_putting_back_recompute_exactly(session: Session, season: Season) -> None:
    as_it_was = list(Tally.objects.order_by("pk").values("player", "game", "rank", "sum", "form"))
    last_evening_with(session, 3, 1, 2)()
    corrected = list(Tally.objects.order_by("pk").values("player", "game", "rank", "sum", "form"))
    assert corrected != as_it_was
    for verb, expected in ((undo, as_it_was), (redo, corrected)):
        verb(session=session, by=by())
        stands = Tally.objects.order_by("pk").values("player", "game", "rank", "sum", "form")
        assert list(stands) == expected
        assert season_differences(season) == []


def test_the_page_asks_no_more_of_a_long_season(group: Group, season: Season) -> None:
    session = play_session(group, artem_document(1, 2, 3), league=season.league)
    address, fields = correction(session)
    bob = keeper(group)
    bob.get(address)
    counts = []
    for more in (2, 12):
        for at in range(more):
            day = FIRST + timedelta(days=at)
            play_session(group, artem_document(1, 2, 3, day=day), league=season.league)
        with CaptureQueriesContext(connection) as queries:
            bob.post(address, fields)
        counts.append(len(queries))
    assert counts[1] <= counts[0] + 2
