"""Lists are in the order that pages, files and the next change promise, down to what is tied."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.core.standings import WHOLE
from scoring.models import (
    AnswerAddress,
    Career,
    Evening,
    GameFact,
    Group,
    Import,
    Invitation,
    League,
    Meeting,
    Membership,
    OutgoingMail,
    Phone,
    Player,
    PlayerDay,
    PlayerFact,
    Result,
    Season,
    Seat,
    Session,
    SkillCheckpoint,
    Tally,
)
from tests.builders.careers import a_season

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 5, 20, 0, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def a_player(group: Group, name: str) -> Player:
    return Player.objects.create(group=group, name=name)


def a_session(group: Group, notes: str, **more: Any) -> Session:
    """Store a session that is told from others by its notes."""
    return Session.objects.create(game="artem", group=group, notes=notes, created_at=NOW, **more)


def a_result(session: Session, *, place: int = 1, rank: int = 1, **more: Any) -> Result:
    """Store the result of a seat of that place, whose name is the session's notes and the place."""
    seat = Seat.objects.create(session=session, place=place, name=f"{session.notes}{place}")
    more = {"finished_at": session.finished_at, "played_on": session.played_on, **more}
    return Result.objects.create(
        session=session,
        seat=seat,
        rank=rank,
        group=session.group,
        game="artem",
        players=2,
        sharing=1,
        **more,
    )


def names(rows: Any, path: str) -> str:
    return " ".join(str(name) for name in rows.values_list(path, flat=True))


# By name


def test_groups_leagues_players_and_members_are_listed_by_name(group: Group) -> None:
    alice = User.objects.create(username="alice")
    for name in ("Zest", "Able", "Mild"):
        other = Group.objects.create(name=name, slug=name.lower())
        League.objects.create(group=group, name=name, slug=name.lower())
        a_player(group, name)
        Membership.objects.create(group=other, user=alice)
        Membership.objects.create(group=group, user=User.objects.create(username=name))
    same = Group.objects.create(name="Able", slug="second")
    Membership.objects.create(group=same, user=alice)
    assert names(Group.objects.of(alice), "slug") == "able second mild zest"
    assert names(alice.memberships.with_groups(), "group__slug") == "able second mild zest"
    assert names(group.leagues.with_seasons(), "name") == "Able Mild Zest"
    assert names(group.players.by_name(), "name") == "Able Mild Zest"
    assert names(group.memberships.in_order(), "user__username") == "Able Mild Zest"


def test_of_leagues_of_one_name_the_first_comes_first(group: Group) -> None:
    for slug in ("cup-2", "cup-1"):
        League.objects.create(group=group, name="Cup", slug=slug)
    assert names(group.leagues.with_seasons(), "slug") == "cup-2 cup-1"
    Group.objects.create(name="Able", slug="able").leagues.create(name="Zest", slug="zest")
    assert names(League.objects.with_groups(), "slug") == "zest cup-2 cup-1"
    assert group.leagues.oldest() == League.objects.get(slug="cup-2")


def test_seasons_are_listed_newest_first_and_of_one_day_the_latest_made(group: Group) -> None:
    for slug, day in [("b", 2), ("c", 3), ("a", 1), ("d", 3)]:
        a_season(group, slug, starts_on=date(2026, 1, day))
    assert names(Season.objects.newest_first(), "slug") == "d c b a"
    (league,) = group.leagues.with_seasons()
    assert [season.slug for season in league.seasons.all()] == ["d", "c", "b", "a"]


def test_of_several_seasons_of_a_day_the_longest_comes_first(group: Group) -> None:
    for slug, first, last in [("b", 2, 9), ("c", 3, 9), ("d", 3, 9), ("a", 1, 9), ("e", 4, 7)]:
        a_season(group, slug, starts_on=date(2026, 1, first), ends_on=date(2026, 1, last))
    league = group.leagues.get().pk
    a_season(group, "ever", starts_on=date.min, ends_on=date.max)
    days = {day: Season.objects.on_day(league, date(2026, 1, day)) for day in (1, 3, 7, 10)}
    assert {day: [season.slug for season in seasons] for day, seasons in days.items()} == {
        1: ["a", "ever"],
        3: ["a", "b", "c", "d", "ever"],
        7: ["a", "b", "c", "d", "e", "ever"],
        10: ["ever"],
    }
    assert Season.objects.on_day(None, date(2026, 1, 3)) == []


# Evenings


def an_evening(group: Group, notes: str, hour: float, **more: Any) -> Evening:
    """Store an evening that is told from others by its notes and begins so many hours from now."""
    moments = {"starts_at": NOW + hour * HOUR, "created_at": NOW, "changed_at": NOW}
    return Evening.objects.create(group=group, notes=notes, **moments, **more)


def test_evenings_to_come_are_listed_next_first_and_past_ones_last_first(group: Group) -> None:
    """It is past twelve hours after it began."""
    hours = {"f": 20, "d": 1, "e": 1, "c": -11.9, "b": -12, "a": -30, "z": -30}
    for notes, hour in hours.items():
        an_evening(group, notes, hour)
    evenings = Evening.objects.all()
    assert names(evenings.upcoming(NOW), "notes") == "c d e f"
    assert names(evenings.past(NOW), "notes") == "b z a"
    assert names(evenings.in_calendar(group, NOW - 30 * HOUR), "notes") == "b c d e f"
    assert names(evenings.between(NOW - 12 * HOUR, NOW + HOUR), "notes") == "c d e"
    over = [one.notes for one in evenings.order_by("pk") if one.is_over(NOW)]
    assert over == ["b", "a", "z"]


def test_the_next_evening_is_the_first_that_takes_place(group: Group) -> None:
    an_evening(Group.objects.create(name="Other", slug="other"), "of others", 0)
    an_evening(group, "cancelled", 0, cancelled_at=NOW)
    later, soon = an_evening(group, "later", 2), an_evening(group, "soon", 1)
    assert Evening.objects.next_of(group, NOW) == soon
    assert Evening.objects.next_of(group, NOW + 13 * HOUR) == later
    assert Evening.objects.next_of(group, NOW + 15 * HOUR) is None


def test_answers_are_by_name_and_whoever_came_first_is_here_first(group: Group) -> None:
    evening = an_evening(group, "", 1)
    for browser, name, hour in [
        ("1", "Mia", 2),
        ("2", "Ana", None),
        ("3", "Ana", 1),
        ("4", "Z", 1),
    ]:
        here_at = NOW + hour * HOUR if hour else None
        answer = evening.answers.create(
            name=name, browser=browser, here_at=here_at, changed_at=NOW, coming="maybe"
        )
        AnswerAddress.objects.create(answer=answer, email=f"{browser}@mail.example")
    evening.answers.filter(browser="3").update(coming="no")
    other = an_evening(group, "", 1).answers.create(name="Else", changed_at=NOW)
    AnswerAddress.objects.create(answer=other, email="else@mail.example")
    assert names(evening.answers.in_order(), "browser") == "2 3 1 4"
    assert names(evening.answers.here(), "browser") == "3 4 1"
    written = AnswerAddress.objects.to_write_to(evening)
    assert names(written, "answer__browser") == "1 2 4"


# Careers


def a_career(player: Player, *, wins: int = 1, plays: int = 1, run: int = 0) -> None:
    for game in ("duplik", ""):
        Career.objects.create(
            player=player, game=game, wins=wins, plays=plays, run=run, share=0, points=0
        )


def test_whoever_won_most_comes_first_and_of_those_whoever_played_least(group: Group) -> None:
    figures = {"Ana": (2, 5), "Ben": (3, 9), "Cleo": (3, 4), "Dov": (3, 4)}
    for name, (wins, plays) in figures.items():
        a_career(a_player(group, name), wins=wins, plays=plays)
    careers = Career.objects.in_game(group, "duplik")
    assert names(careers, "player__name") == "Cleo Dov Ben Ana"
    assert names(Player.objects.most_played_first(), "name") == "Ben Ana Cleo Dov"
    own = Career.objects.of_player(Player.objects.get(name="Ana").pk)
    assert [career.game for career in own] == ["", "duplik"]


def test_the_longest_streak_comes_first(group: Group) -> None:
    for name, run in [("Ana", 3), ("Ben", 4), ("Cleo", 3), ("Dov", 2)]:
        a_career(a_player(group, name), run=run)
    assert names(Career.objects.on_a_streak(group.pk, 3), "player__name") == "Ben Ana Cleo"


def test_players_with_most_sessions_come_first(group: Group) -> None:
    for name, sessions in [("Ana", 1), ("Ben", 2), ("Cleo", 1)]:
        player = a_player(group, name)
        for _number in range(sessions):
            Seat.objects.create(session=a_session(group, ""), place=1, name=name, player=player)
    assert names(Player.objects.with_sessions(), "name") == "Ben Ana Cleo"


def test_whom_somebody_met_most_comes_first(group: Group) -> None:
    ana = a_player(group, "Ana")
    for name, met in [("Ben", 1), ("Cleo", 2), ("Dov", 1)]:
        other = a_player(group, name)
        Meeting.objects.create(player=ana, other=other, met=met, ahead=0, tied=0)
    assert names(Meeting.objects.of_player(ana.pk), "other__name") == "Cleo Ben Dov"


def test_facts_with_the_most_opportunities_come_first(group: Group) -> None:
    ana = a_player(group, "Ana")
    for what, of in [("low", 1), ("high", 2), ("second", 1)]:
        own = {"game": "duplik", "what": what, "times": 0, "of": of}
        PlayerFact.objects.create(player=ana, **own)
        GameFact.objects.create(group=group, **own)
    whats = ("low", "high", "second")
    for facts in (
        PlayerFact.objects.of_player(ana.pk),
        PlayerFact.objects.in_game(group, "duplik", whats),
        GameFact.objects.in_game(group, "duplik"),
    ):
        assert names(facts, "what") == "high low second"


# Results and sessions


def test_results_that_count_are_in_the_order_of_play(group: Group) -> None:
    season = a_season(group)
    for notes, day, hour in [("d", 2, 1), ("b", 1, 2), ("a", 1, 1), ("c", 1, 2)]:
        session = a_session(
            group, notes, played_on=NOW.date() + day * DAY, finished_at=NOW + hour * HOUR
        )
        a_result(session, place=2, rank=1, season=season)
        a_result(session, place=1, rank=2, season=season)
        session.counts_for.create(
            season=season,
            game=session.game,
            played_on=NOW.date() + day * DAY,
            finished_at=NOW + hour * HOUR,
        )
    results = Result.objects.counting_for(season).as_played()
    assert names(results, "seat__name") == "a1 a2 b1 b2 c1 c2 d1 d2"
    recorded = Result.objects.in_order_of_recording()
    assert names(recorded, "seat__name") == "d1 d2 b1 b2 a1 a2 c1 c2"
    latest = Session.objects.latest_counting(season, 3)
    assert names(latest, "notes") == "d c b"
    assert names(Session.objects.counting_for(season), "notes") == "d b a c"


def test_at_a_table_the_best_comes_first_and_level_players_by_their_seats(group: Group) -> None:
    session = a_session(group, "", finished_at=NOW)
    for place, rank in [(3, 2), (1, 3), (4, 1), (2, 2)]:
        a_result(session, place=place, rank=rank)
    assert names(Result.objects.placed([session.pk]), "seat__name") == "4 2 3 1"
    figures = Result.objects.names_and_figures([session.pk])
    assert [name for _session, name, _points, _rank in figures] == ["3", "1", "4", "2"]


def test_of_the_most_points_the_latest_comes_first(group: Group) -> None:
    for notes, points in [("low", 5), ("first", 9), ("second", 9)]:
        session = a_session(group, notes, finished_at=NOW)
        a_result(session, points=points, player=a_player(group, notes))
    records = Result.objects.records(group, "artem")
    assert names(records, "player__name") == "second first low"
    (best,) = Result.objects.best_of_each(group.pk, ["artem", "duplik"])
    assert Result.objects.get(pk=best).seat.name == "second1"


def test_a_players_latest_results_come_first(group: Group) -> None:
    ana = a_player(group, "Ana")
    evenings = [("b", 1, 1), ("e", 2, 1), ("c", 1, 2), ("d", 1, 2), ("a", None, 9)]
    for notes, day, hour in evenings:
        played_on = NOW.date() + day * DAY if day else None
        session = a_session(group, notes, played_on=played_on, finished_at=NOW + hour * HOUR)
        a_result(session, player=ana)
    for dated, latest in [(True, "e d c b"), (False, "a")]:
        results = Result.objects.latest_of(ana.pk, dated=dated)
        assert names(results, "session__notes") == latest


def test_the_sessions_of_a_group_are_listed_latest_first(group: Group) -> None:
    for notes, day, hour in [("c", 2, 1), ("a", 1, 3), ("b", 1, 3), ("d", 2, 1)]:
        moments = {"finished_at": NOW + hour * HOUR, "deleted_at": None}
        a_session(group, notes, played_on=NOW.date() + day * DAY, **moments)
    a_session(group, "going on", played_on=NOW.date() + DAY)
    assert names(Session.objects.latest_first().exclude(finished_at=None), "notes") == "d c b a"
    assert names(Session.objects.latest_finished(group, 3), "notes") == "b a d"
    assert names(Session.objects.finished_on(group, [NOW.date() + DAY]), "notes") == "a b"
    for notes, hour in [("a", 2), ("b", 1), ("c", 2), ("d", 3)]:
        Session.objects.filter(notes=notes).update(deleted_at=NOW + hour * HOUR)
    assert names(Session.objects.deleted_of(group), "notes") == "d a c b"


# Standings


def test_a_players_standings_come_newest_season_first(group: Group) -> None:
    ana = a_player(group, "Ana")
    for slug, day in [("b", 2), ("c", 3), ("a", 1), ("d", 3)]:
        season = a_season(group, slug, starts_on=date(2026, 1, day))
        a_tally(season, ana, 1)
    assert names(Tally.objects.of_player(ana.pk, 9), "season__slug") == "d c b a"


def a_tally(season: Season, player: Player, rank: int, before: int | None = None) -> None:
    Tally.objects.create(
        season=season,
        player=player,
        position=rank,
        rank=rank,
        rank_before=before,
        plays=1,
        sum=WHOLE,
        places="1",
        form="1",
    )


def test_standings_are_by_position_and_who_climbed_farthest_comes_first(group: Group) -> None:
    season, other = a_season(group), a_season(group, "other")
    ranks = {"Ana": (4, 3), "Ben": (2, 3), "Cleo": (1, 4), "Dov": (3, 4)}
    for name, (rank, before) in ranks.items():
        player = a_player(group, name)
        a_tally(season, player, rank, before)
        a_tally(other, player, rank, before + 5)
    tallies = Tally.objects.filter(season=season)
    assert names(tallies.in_order(), "player__name") == "Cleo Ben Dov Ana"
    assert names(Tally.objects.climbed(season.pk), "player__name") == "Cleo Ben Dov"
    assert names(Tally.objects.leading(season.pk, 2), "player__name") == "Cleo Ben"
    for rank, name in enumerate(("Ben", "Ana"), 1):
        of_game = tallies.get(player__name=name, game="")
        of_game.pk, of_game.game, of_game.rank, of_game.position = None, "artem", rank, rank
        of_game.save(force_insert=True)
    assert names(Tally.objects.leading(season.pk, 2), "player__name") == "Cleo Ben Ben"


def test_the_best_day_is_the_latest_of_those_that_brought_most(group: Group) -> None:
    season, ana = a_season(group), a_player(group, "Ana")
    for at, gained in [(1, 5), (3, 9), (2, 9), (4, 7)]:
        PlayerDay.objects.create(
            season=season, player=ana, day=date(2026, 1, at), plays=1, gained=gained
        )
    days = PlayerDay.objects.of_player(season.pk, ana.pk)
    best, *_others = days.best_first()
    assert best.day == date(2026, 1, 3)
    assert names(days.course(9), "day") == "2026-01-01 2026-01-02 2026-01-03 2026-01-04"


def test_skill_goes_on_from_the_session_that_was_played_last(group: Group) -> None:
    season = a_season(group)
    for day, hour, number in [(1, 3, 9), (2, 1, 8), (2, 2, 4), (2, 2, 5), (2, 2, 3)]:
        order = (NOW.date() + day * DAY, NOW + hour * HOUR, number)
        SkillCheckpoint.after(season, order, {}).save()
    last = season.skill_checkpoints.last_played()
    assert last
    assert last.session_number == 5


# What was asked for or sent


def test_the_latest_comes_first_of_what_was_sent_or_imported(group: Group) -> None:
    alice = User.objects.create(username="alice")
    for email in ("first@example.org", "second@example.org"):
        moments = {"created_at": NOW, "expires_at": NOW + DAY}
        Invitation.objects.create(group=group, email=email, created_by=alice, **moments)
    for name, hour in [("b", 1), ("c", 2), ("a", 0)]:
        at = NOW + hour * HOUR
        Import.objects.create(
            group=group, file_name=name, content=b"", stored_at=at, confirmed_at=NOW + 9 * HOUR
        )
    sent = names(Invitation.objects.newest_first(), "email")
    assert sent == "second@example.org first@example.org"
    assert names(Import.objects.latest_of(group), "file_name") == "c b a"


def test_mail_that_has_waited_longest_is_sent_first() -> None:
    for number, hour in enumerate([2, 1, 3, 1]):
        due = {"created_at": NOW, "due_at": NOW + hour * HOUR, "expires_at": NOW + DAY}
        OutgoingMail.objects.create(message_id=str(number), recipients="", content={}, **due)
    assert names(OutgoingMail.objects.due(NOW + 2 * HOUR), "message_id") == "1 3 0"


# Phones


def test_an_account_takes_back_the_phone_with_most_rights(group: Group) -> None:
    alice = User.objects.create(username="alice")
    for number in range(4):
        session = a_session(group, str(number))
        seat = Seat.objects.create(session=session, place=1, name="Ana")
        Phone.objects.create(
            session=session,
            browser=str(number),
            hosts=number == 2,
            seat=seat if number == 1 else None,
            account=alice,
            joined_at=NOW,
            signed_out_at=NOW,
        )
    assert names(Phone.objects.signed_out_of(alice), "browser") == "2 1 3 0"


def test_people_of_the_latest_table_come_first_in_the_order_of_their_seats(group: Group) -> None:
    for table in ("Early", "Late"):
        session = a_session(group, table)
        Phone.objects.create(session=session, browser="own", hosts=True, joined_at=NOW)
        for place in (2, 1):
            Seat.objects.create(session=session, place=place, name=f"{table}{place}")
    hosted = Seat.objects.at_tables_hosted_by("own")
    assert " ".join(hosted) == "Late1 Late2 Early1 Early2"
