"""An outcome has the winners, why each player is below the other, and all of it as JSON."""

from typing import Any

import pytest

from scoring.core.outcome import POINTS, SHARED, Outcome, Pending, Reason, Standing
from scoring.core.ranking import Rung, rank

SEATS = ("Ana", "Ben", "Cleo")
TOKENS, NUMBER = "tokens", "number"


def by_seat(*numbers: int) -> dict[str, int]:
    return dict(zip(SEATS, numbers, strict=True))


def outcome(*ladder: Rung, end: str | None = None) -> Outcome[dict[str, int]]:
    names = tuple(rung.name for rung in ladder)
    return Outcome(standings=rank(SEATS, ladder), ladder=names, end=end, details={})


def test_nobody_has_won_while_it_goes_on() -> None:
    assert outcome(Rung(POINTS, by_seat(3, 3, 1))).winners == ()
    assert outcome(Rung(POINTS, by_seat(3, 3, 1))).finished is False


def test_all_on_the_first_place_have_won_when_it_is_over() -> None:
    over = outcome(Rung(POINTS, by_seat(3, 1, 3)), end="laps")
    assert over.finished is True
    assert over.winners == ("Ana", "Cleo")


def test_one_alone_has_won_when_a_rung_parts_the_first() -> None:
    ladder = (Rung(POINTS, by_seat(3, 1, 3)), Rung(TOKENS, by_seat(0, 5, 1)))
    assert outcome(*ladder, end="laps").winners == ("Cleo",)


def test_a_reason_tells_where_two_were_tied_and_where_they_parted() -> None:
    ladder = (
        Rung(POINTS, by_seat(5, 5, 4)),
        Rung(TOKENS, by_seat(2, 2, 9)),
        Rung(NUMBER, by_seat(3, 1, 2), low_wins=True),
    )
    assert outcome(*ladder).reasons() == (
        Reason("Ben", "Ana", NUMBER, tied_on=((POINTS, 5), (TOKENS, 2)), apart=(1, 3)),
        Reason("Ana", "Cleo", POINTS, tied_on=(), apart=(5, 4)),
    )


def test_a_reason_goes_no_further_down_than_to_the_rung_that_decided() -> None:
    ladder = (Rung(POINTS, by_seat(5, 5, 1)), Rung(TOKENS, by_seat(4, 3, 0)))
    tied_below = Rung(NUMBER, by_seat(1, 1, 1), low_wins=True)
    first, _ = outcome(*ladder, tied_below).reasons()
    assert first == Reason("Ana", "Ben", TOKENS, tied_on=((POINTS, 5),), apart=(4, 3))


def test_a_shared_place_is_tied_on_every_rung() -> None:
    both = outcome(Rung(POINTS, by_seat(5, 5, 5)), Rung(TOKENS, by_seat(1, 2, 1)))
    _, shared = both.reasons()
    tied_on = ((POINTS, 5), (TOKENS, 1))
    assert shared == Reason("Ana", "Cleo", SHARED, tied_on, apart=None, sharing=("Ana", "Cleo"))


def test_everybody_who_shares_a_place_is_in_each_of_its_reasons() -> None:
    first, second = outcome(Rung(POINTS, by_seat(5, 5, 5))).reasons()
    assert first.sharing == second.sharing == ("Ana", "Ben", "Cleo")


@pytest.mark.parametrize("standings", [(), (Standing("Ana", 1, (5,), None),)], ids=len)
def test_there_is_no_reason_for_the_first(standings: tuple[Standing, ...]) -> None:
    assert Outcome(standings, (POINTS,), None, {}).reasons() == ()


def test_a_ladder_that_does_not_name_every_number_is_a_mistake() -> None:
    standings = (Standing("Ana", 1, (5, 2), None), Standing("Ben", 2, (4, 2), POINTS))
    with pytest.raises(ValueError, match="longer than"):
        Outcome(standings, (POINTS,), None, {}).reasons()


# As JSON


def test_it_is_json_while_it_goes_on() -> None:
    going_on = Outcome(
        standings=rank(SEATS, [Rung(POINTS, by_seat(3, 7, 3))]),
        ladder=(POINTS,),
        end=None,
        details={"laps": [1, 2]},
    )
    assert going_on.as_json("duplik") == {
        "game": "duplik",
        "finished": False,
        "end": None,
        "winners": [],
        "standings": [
            {"player": "Ben", "rank": 1, "points": 7, "decided_by": None},
            {"player": "Ana", "rank": 2, "points": 3, "decided_by": "points"},
            {"player": "Cleo", "rank": 2, "points": 3, "decided_by": "shared"},
        ],
        "details": {"laps": [1, 2]},
    }


def test_it_is_json_when_it_is_over_and_a_pick_is_still_to_make() -> None:
    over: Outcome[dict[str, int]] = Outcome(
        standings=rank(SEATS, [Rung(POINTS, by_seat(9, 4, 9)), Rung(TOKENS, by_seat(2, 8, 2))]),
        ladder=(POINTS, TOKENS),
        end="paintings",
        details={},
        pending=Pending(between=("Ana", "Cleo"), judges=("Ben",)),
    )
    assert over.as_json("canvas") == {
        "game": "canvas",
        "finished": True,
        "end": "paintings",
        "winners": ["Ana", "Cleo"],
        "standings": [
            {"player": "Ana", "rank": 1, "points": 9, "decided_by": None},
            {"player": "Cleo", "rank": 1, "points": 9, "decided_by": "shared"},
            {"player": "Ben", "rank": 3, "points": 4, "decided_by": "points"},
        ],
        "details": {},
        "pending": {"between": ["Ana", "Cleo"], "judges": ["Ben"]},
    }


@pytest.mark.parametrize(
    "fact",
    [
        Rung(POINTS, by_seat(1, 2, 3)),
        Standing("Ana", 1, (5,), None),
        Reason("Ana", "Ben", POINTS, tied_on=(), apart=(5, 4)),
        Pending(between=("Ana", "Ben"), judges=("Cleo",)),
        outcome(Rung(POINTS, by_seat(1, 2, 3))),
    ],
    ids=lambda fact: type(fact).__name__,
)
def test_nobody_changes_a_part_of_an_outcome(fact: Any) -> None:
    for name in fact.__match_args__:
        with pytest.raises(AttributeError):
            setattr(fact, name, None)
