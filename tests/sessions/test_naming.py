"""Seats get other names after the table was opened, and all that was played stays."""

from datetime import UTC, datetime
from random import Random

import pytest

from scoring.core.refusals import Refused
from scoring.documents.samples import renamed
from scoring.documents.scorer import dump_document, read_document
from scoring.groups.merging import merge, undo_merge
from scoring.models import Group, Player, Session
from scoring.models.revisions import By
from scoring.play.history_page import back_to, history_page
from scoring.registry import get_game, installed_games
from scoring.sessions.loading import load
from scoring.sessions.naming import PlayerSitsElsewhere, name_seats
from scoring.sessions.recording import start
from scoring.sessions.undo import redo, restore, undo
from scoring.upkeep.rescore import differences, group_differences, season_differences
from tests.builders.groups import thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, enter_turns

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)
BY = By(at=NOW)
UNNAMED = ("Player 1", "Player 2")


@pytest.fixture
def group() -> Group:
    return thursday_group()


def name(session: Session, *names: str) -> None:
    name_seats(session=session, names=dict(enumerate(names, 1)), by=BY)
    session.refresh_from_db()


def points(session: Session) -> dict[str, int | None]:
    played = load(session)
    outcome = played.game.score(played.state)
    return {standing.player: standing.known_points for standing in outcome.standings}


@pytest.mark.parametrize("slug", sorted(installed_games()))
@pytest.mark.parametrize("seed", range(5))
def test_what_was_played_stays_in_every_game(slug: str, seed: int) -> None:
    sample = get_game(slug).sample(Random(seed))
    names = {old: f"New {at}" for at, old in enumerate(sample["players"], 1)}
    session = start(document=read_document(sample), by=BY)
    name(session, *names.values())
    wanted = read_document(renamed(sample, names))
    assert load(session).state == wanted.state
    assert differences(session.pk) == []


def test_a_name_that_is_also_a_word_of_the_document_changes_in_its_seat_alone() -> None:
    value = {
        "format": "scorefolio/session@1",
        "game": "duplik",
        "players": ["rounds", "sheets", "narrator"],
        "rounds": [
            {
                "narrator": "rounds",
                "super": 1,
                "sheets": {"sheets": [1], "narrator": []},
                "title": "sheets",
            }
        ],
    }
    session = start(document=read_document(value), by=BY)
    name(session, "Ida", "Joe", "Kim")
    assert dump_document(load(session))["rounds"] == [
        {"narrator": "Ida", "super": 1, "sheets": {"Joe": [1], "Kim": []}, "title": "sheets"}
    ]


def test_two_seats_may_exchange_their_names() -> None:
    session = artem_table("", "", "1x5", players=UNNAMED)
    name(session, "Player 2", "Player 1")
    assert points(session) == {"Player 2": 7, "Player 1": 0}


def test_an_undo_takes_back_what_was_played_and_leaves_the_names() -> None:
    session = artem_table("", "", "1x5", players=UNNAMED)
    name(session, "Ida", "Joe")
    undo(session=session, by=BY)
    assert points(session) == {"Ida": 0, "Joe": 0}
    redo(session=session, by=BY)
    assert points(session) == {"Ida": 7, "Joe": 0}
    enter_turns(session, "1x6")
    restore(session=session, number=4, by=BY)
    assert points(session) == {"Ida": 7, "Joe": 0}
    assert differences(session.pk) == []


def test_the_history_compares_what_was_before_the_names_with_what_came_after() -> None:
    session = artem_table("", "", "1x5", players=UNNAMED)
    name(session, "Ida", "Joe")
    page = history_page(session, None)
    newest, turn = page.changes[0], page.changes[1]
    assert newest.sentence == "Players renamed"
    assert newest.effect is not None
    assert newest.effect.moved == ()
    assert turn.effect is not None
    assert [moved.name for moved in turn.effect.moved] == ["Ida", "Joe"]
    assert [moved.name for moved in back_to(session, 3).moved] == ["Ida", "Joe"]


def test_a_result_counts_for_whom_the_seat_is_named_after(group: Group) -> None:
    season = season_of(group)
    for _evening in range(2):
        session = play_session(
            group, artem_document(1, 2, names=("Ana", "Ben")), league=season.league
        )
    name(session, "Cleo")
    winners = season.results.filter(rank=1).order_by("pk").values_list("player__name", flat=True)
    assert list(winners) == ["Ana", "Cleo"]
    assert differences(session.pk) == []
    assert season_differences(season) == []
    assert group_differences(group) == []


def test_who_was_merged_into_another_one_sits_there_as_that_one(group: Group) -> None:
    session = artem_table(players=("Ida", "Joe"), group=group)
    anna, ana = (Player.objects.create(group=group, name=name) for name in ("Anna", "Ana"))
    merge(source=ana, target=anna, at=NOW)
    name(session, "Ana")
    assert session.seats.get(place=1).player == anna


def test_a_player_gets_no_second_seat(group: Group) -> None:
    session = artem_table(players=("Ida", "Joe"), group=group)
    joseph = Player.objects.create(group=group, name="Joseph")
    merge(source=joseph, target=group.players.get(name="Joe"), at=NOW)
    with pytest.raises(PlayerSitsElsewhere):
        name(session, "Joseph")
    with pytest.raises(Refused):
        name(session, "Joe")
    assert session.seats.names() == ("Ida", "Joe")


def test_a_seat_that_was_named_after_a_merge_does_not_go_back_with_it(group: Group) -> None:
    sessions = [artem_table(players=("Ida", "Joe"), group=group) for _table in range(2)]
    ida, anna = (Player.objects.get_or_create(group=group, name=n)[0] for n in ("Ida", "Anna"))
    merged = merge(source=ida, target=anna, at=NOW)
    name(sessions[0], "Kim")
    undo_merge(merged, at=NOW)
    sat = [session.seats.select_related("player").get(place=1).player for session in sessions]
    assert [str(player) for player in sat] == ["Kim", "Ida"]
