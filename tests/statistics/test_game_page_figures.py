"""Every figure of a game's page in a group, in its order, for members and others.

The page itself is in test_group_game_page.py."""

from datetime import date
from fractions import Fraction

import pytest

from scoring.models import GameFact, Group, Membership, Player, Result
from scoring.play.sharing import share
from scoring.registry import get_game
from scoring.statistics.game_page import GamePage, SeatShown, Tie, game_page
from scoring.web.group_access import Guest
from tests.builders.careers import a_career, a_fact, a_group, a_player
from tests.builders.tables import finished_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return a_group()


def fact(group: Group, what: str, times: int, of: int, subject: str = "") -> None:
    GameFact.objects.create(
        group=group, game="canvas", what=what, subject=subject, times=times, of=of
    )


def page(group: Group, game: str = "canvas", *, inside: bool = False) -> GamePage:
    membership = Membership(group=group, role=Membership.Role.MEMBER) if inside else None
    return game_page(get_game(game), Guest(group, None, membership))


def test_averages_are_of_all_players_and_of_all_sessions(group: Group) -> None:
    fact(group, "points", 100, 8)
    fact(group, "winning", 61, 3)
    shown = page(group)
    assert shown.sessions == 3
    assert (shown.points, shown.winning) == (Fraction(25, 2), Fraction(61, 3))


def test_of_a_game_that_nobody_played_there_is_nothing(group: Group) -> None:
    shown = page(group)
    assert (shown.sessions, shown.points, shown.winning) == (0, None, None)
    assert (shown.records, shown.seats, shown.players, shown.leaders) == ([], [], [], [])


def test_it_lists_first_what_broke_most_ties_and_counts_shared_places(group: Group) -> None:
    for subject, times in (("shared", 2), ("judge", 2), ("inspiration", 5), ("unheard-of", 1)):
        fact(group, "decided", times, 0, subject)
    assert page(group).ties == [
        Tie("Inspiration tokens left", 5),
        Tie("The runner-up’s pick", 2),
        Tie("Nothing: they stayed tied", 2),
        Tie("unheard-of", 1),
    ]


def test_seats_come_as_they_are_at_the_table_with_how_often_each_wins(group: Group) -> None:
    for seat, wins in ((3, 0), (1, 3), (2, 1)):
        fact(group, "seat", wins, 4, str(seat))
    assert page(group).seats == [
        SeatShown("1", 3, 4, Fraction(3, 4)),
        SeatShown("2", 1, 4, Fraction(1, 4)),
        SeatShown("3", 0, 4, Fraction(0)),
    ]


def test_variants_come_by_how_often_they_were_played(group: Group) -> None:
    for code, points, sessions in (("cards-4", 20, 2), ("r2i-2021", 60, 3), ("cards-2", 30, 2)):
        fact(group, "variant", points, sessions, code)
    shown = page(group).variants
    assert [(one.sessions, one.winning) for one in shown] == [
        (3, Fraction(20)),
        (2, Fraction(15)),
        (2, Fraction(10)),
    ]
    labels = get_game("canvas").wording.variants
    names = [str(labels[code]) for code in ("r2i-2021", "cards-2", "cards-4")]
    assert [one.label for one in shown] == names


def test_who_wins_most_with_a_variant_has_played_it_five_times(group: Group) -> None:
    fact(group, "variant", 60, 9, "retail")
    ida, joe, kim = [a_player(group, name) for name in ("Ida", "Joe", "Kim")]
    a_fact(ida, "canvas", "variant", 4, 4, "retail")
    assert page(group).variants[0].best_players == ()
    assert page(group).variants[0].best_text == ""
    a_fact(joe, "canvas", "variant", 2, 5, "retail")
    a_fact(kim, "canvas", "variant", 9, 9, "cards-4")
    (shown,) = page(group).variants
    assert [who.name for who in shown.best_players] == ["Joe"]
    assert shown.best_text == "2 of 5 plays won"


def test_it_lists_who_leads_in_the_order_of_the_game(group: Group) -> None:
    ida, joe = a_player(group, "Ida"), a_player(group, "Joe")
    a_fact(ida, "canvas", "all-cards", 3, 9)
    a_fact(joe, "canvas", "all-cards", 4, 8)  # one painting too few
    a_fact(ida, "canvas", "collected", 20, 10)
    a_fact(joe, "canvas", "collected", 27, 12)
    shown = page(group).leaders
    assert [(one.title, [who.name for who in one.players]) for one in shown] == [
        ("Most ribbons per painting", ["Joe"]),
        ("Most often a ribbon from every card", ["Ida"]),
    ]
    assert [(one.fact.text, one.fact.rate, one.fact.is_share) for one in shown] == [
        ("27 ribbons in 12 paintings", Fraction(9, 4), False),
        ("3 of 9 paintings", Fraction(1, 3), True),
    ]


def test_who_won_most_plays_it_first(group: Group) -> None:
    for name, wins, plays in (("Ida", 2, 9), ("Joe", 5, 9), ("Kim", 2, 4)):
        a_career(a_player(group, name), "canvas", wins=wins, plays=plays, share=840, points=30)
    shown = page(group).players
    assert [one.player.name for one in shown] == ["Joe", "Kim", "Ida"]
    assert [(one.share, one.points) for one in shown] == [
        (Fraction(1, 9), Fraction(10, 3)),
        (Fraction(1, 4), Fraction(15, 2)),
        (Fraction(1, 9), Fraction(10, 3)),
    ]


# Records


def test_records_are_the_most_points_and_of_equal_ones_the_latest(group: Group) -> None:
    """Joe has 21 points in each, Ida 7."""
    first, second = finished_table(group=group), finished_table(group=group, played_on="2026-03-04")
    shown = page(group, "artem", inside=True).records
    assert [(one.player.name, one.result.points, one.result.session_id) for one in shown] == [
        ("Joe", 21, second.pk),
        ("Joe", 21, first.pk),
        ("Ida", 7, second.pk),
        ("Ida", 7, first.pk),
    ]
    assert shown[0].result.played_on == date(2026, 3, 4)
    assert shown[0].result_address == f"/table/{second.uuid}/result/"


def test_a_record_of_nobody_of_the_group_is_none(group: Group) -> None:
    finished_table(group=group)
    Result.objects.filter(seat__name="Joe").update(player=None)
    assert [one.player.name for one in page(group, "artem").records] == ["Ida"]


def test_outside_the_group_a_shared_record_leads_to_it_unless_its_player_hides(
    group: Group,
) -> None:
    group.shows_results = False
    session = finished_table(group=group)
    assert [one.result_address for one in page(group, "artem").records] == ["", ""]
    share(session=session, shared=True)
    session.refresh_from_db()
    Player.objects.filter(name="Joe").update(hidden=True, nickname="Jo")
    Player.objects.filter(name="Ida").update(nickname="Id")
    address = f"/result/{session.share_token}/"
    shown = page(group, "artem").records
    assert [(one.player.name, one.result_address) for one in shown] == [
        ("A player", ""),
        ("Id", address),
    ]
    inside = page(group, "artem", inside=True).records
    assert [one.player.name for one in inside] == ["Joe", "Ida"]
    assert all(one.result_address == f"/table/{session.uuid}/result/" for one in inside)
