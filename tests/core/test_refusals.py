"""The checks that every game shares: what each lets pass, and what exactly it says if not."""

from collections.abc import Callable, Collection
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.refusals import (
    Code,
    Path,
    Refused,
    after_the_end,
    check_all_within,
    check_count,
    check_different,
    check_names,
    check_player,
    check_players,
    check_within,
    path_text,
)

SEATS = range(2, 5)
PLAYERS = ("Ana", "Ben", "Cleo")
HERE: Path = ("rounds", 2, "sheets")

RefusalParts = tuple[Path, StrEnum, dict[str, object]]


class OwnCode(StrEnum):
    TWO_ALIKE = "two-alike"


def refusal(check: Callable[..., None], *given: Any) -> RefusalParts:
    with pytest.raises(Refused) as caught:
        check(*given)
    return caught.value.path, caught.value.code, caught.value.values


def refusal_or_none(check: Callable[..., None], *given: Any) -> RefusalParts | None:
    try:
        check(*given)
    except Refused as refused:
        return refused.path, refused.code, refused.values
    return None


@pytest.mark.parametrize("code", Code)
def test_a_shared_code_is_spelled_as_its_name(code: Code) -> None:
    assert code.value == code.name.lower().replace("_", "-")


# A refusal itself


def test_a_refusal_keeps_its_place_its_code_and_its_values() -> None:
    refused = Refused(HERE, Code.OUT_OF_RANGE, number=7, least=1, most=5)
    assert (refused.path, refused.code) == (HERE, Code.OUT_OF_RANGE)
    assert refused.values == {"number": 7, "least": 1, "most": 5}
    assert refused.where == "rounds[2].sheets"


def test_a_refusal_that_nobody_catches_shows_all_it_knows() -> None:
    refused = Refused(HERE, Code.OUT_OF_RANGE, number=7)
    assert refused.args == (HERE, Code.OUT_OF_RANGE, {"number": 7})


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("players",), "players"),
        (("players", 1), "players[1]"),
        ((0, "players"), "[0].players"),
        (("rounds", 2, "finish"), "rounds[2].finish"),
        (("rounds", 0, "guesses", "Amy", "Sam"), "rounds[0].guesses.Amy.Sam"),
        (("paintings", "Ana", 0, "slots", 4, 1), "paintings.Ana[0].slots[4][1]"),
        (("inspiration", "7"), "inspiration.7"),
        (("inspiration", "O’Hara, Jr."), "inspiration.O’Hara, Jr."),
    ],
)
def test_a_path_is_written_as_in_the_document(path: Path, text: str) -> None:
    assert path_text(path) == text


@pytest.mark.parametrize(("at", "number"), [(0, 1), (11, 12)])
def test_what_comes_after_the_end_is_counted_from_one(at: int, number: int) -> None:
    refused = after_the_end(("rounds", at))
    assert (refused.path, refused.code) == (("rounds", at), Code.AFTER_THE_END)
    assert refused.values == {"number": number}


def test_what_comes_after_the_end_is_counted_by_the_last_step() -> None:
    assert after_the_end(("paintings", "Ana", 3)).values == {"number": 4}


# Players


@pytest.mark.parametrize("players", [("A", "B"), ("A", "B", "C"), ("A", "B", "C", "D")], ids=len)
def test_it_takes_as_many_players_as_there_are_seats(players: tuple[str, ...]) -> None:
    check_players(players, SEATS)


@pytest.mark.parametrize("players", [(), ("A",), ("A", "B", "C", "D", "E")], ids=len)
def test_it_refuses_fewer_or_more_players(players: tuple[str, ...]) -> None:
    wanted = {"least": 2, "most": 4}
    assert refusal(check_players, players, SEATS) == (("players",), Code.PLAYER_COUNT, wanted)


def test_it_refuses_two_players_of_one_name_at_the_second() -> None:
    assert refusal(check_players, ("Ana", "Ben", "Ana"), SEATS) == (
        ("players", 2),
        Code.NAME_TWICE,
        {"item": "Ana"},
    )


def test_it_counts_the_players_before_it_compares_them() -> None:
    assert refusal(check_players, ("Ana",) * 5, SEATS)[1] == Code.PLAYER_COUNT


@pytest.mark.parametrize("players", [PLAYERS, [*PLAYERS], {*PLAYERS}, dict.fromkeys(PLAYERS, 0)])
def test_it_knows_who_sits_at_the_table(players: Collection[str]) -> None:
    check_player("Cleo", players, HERE)
    for name in ("Dov", "cleo", "Cl", ""):
        assert refusal(check_player, name, players, HERE) == (
            HERE,
            Code.UNKNOWN_PLAYER,
            {"name": name},
        )


@pytest.mark.parametrize("names", [(), ("Ben",), ("Cleo", "Ana"), ("Cleo", "Ana", "Ben")], ids=len)
def test_it_takes_a_list_of_some_or_all_in_any_order(names: tuple[str, ...]) -> None:
    check_names(names, PLAYERS, HERE)


@pytest.mark.parametrize(
    ("names", "at", "code", "values"),
    [
        (("Dov",), 0, Code.UNKNOWN_PLAYER, {"name": "Dov"}),
        (("Ana", "Dov", "Eve"), 1, Code.UNKNOWN_PLAYER, {"name": "Dov"}),
        (("Ana", "Ben", "Cleo", "Dov"), 3, Code.UNKNOWN_PLAYER, {"name": "Dov"}),
        (("Ana", "Ana"), 1, Code.NAME_TWICE, {"item": "Ana"}),
        (("Ana", "Ben", "Ben", "Ana"), 2, Code.NAME_TWICE, {"item": "Ben"}),
        (("Ana", "Ben", "Cleo", "Ana"), 3, Code.NAME_TWICE, {"item": "Ana"}),
        (("Ana", "Ana", "Dov"), 2, Code.UNKNOWN_PLAYER, {"name": "Dov"}),
    ],
)
def test_it_refuses_strangers_in_a_list_and_then_names_that_stand_there_twice(
    names: tuple[str, ...], at: int, code: Code, values: dict[str, object]
) -> None:
    assert refusal(check_names, names, PLAYERS, HERE) == ((*HERE, at), code, values)


# Lists


@pytest.mark.parametrize("items", [(), (3,), (3, 1, 2), ("a", "A"), ("", " ")], ids=repr)
def test_it_takes_items_that_differ(items: tuple[object, ...]) -> None:
    check_different(items, HERE)


@pytest.mark.parametrize(
    ("items", "at"),
    [((1, 1), 1), ((1, 2, 3, 1), 3), ((1, 2, 2, 1), 2), ((1, 1, 1), 1), ((5, 1, 1, 5), 2)],
)
def test_it_refuses_the_first_item_that_stood_there_before(items: tuple[int, ...], at: int) -> None:
    listed_twice = ((*HERE, at), Code.LISTED_TWICE, {"item": items[at]})
    assert refusal(check_different, items, HERE) == listed_twice


def test_a_game_may_name_the_code_for_items_that_are_alike() -> None:
    path, code, _ = refusal(check_different, ("a", "a"), HERE, OwnCode.TWO_ALIKE)
    assert (path, code) == ((*HERE, 1), OwnCode.TWO_ALIKE)


@pytest.mark.parametrize("number", [1, 2, 9, 10])
def test_it_takes_a_number_up_to_both_ends(number: int) -> None:
    check_within(number, range(1, 11), HERE)


@pytest.mark.parametrize("number", [-1, 0, 11, 12, 10**30])
def test_it_refuses_a_number_beyond_either_end(number: int) -> None:
    values = {"number": number, "least": 1, "most": 10}
    assert refusal(check_within, number, range(1, 11), HERE) == (HERE, Code.OUT_OF_RANGE, values)


@pytest.mark.parametrize("numbers", [(), (1,), (10,), (10, 1), (4, 4, 1, 10, 5)], ids=repr)
def test_it_takes_a_list_of_numbers_up_to_both_ends(numbers: tuple[int, ...]) -> None:
    check_all_within(numbers, range(1, 11), HERE)


@pytest.mark.parametrize(
    ("numbers", "at"),
    [
        ((0,), 0),
        ((11,), 0),
        ((5, 0, 1), 1),
        ((5, 1, 11), 2),
        ((5, 11, 12), 1),
        ((5, 11, 0), 1),
        ((5, 0, 11), 1),
        ((5, 0, -1), 1),
    ],
)
def test_it_refuses_the_first_number_of_a_list_that_is_beyond_either_end(
    numbers: tuple[int, ...], at: int
) -> None:
    values = {"number": numbers[at], "least": 1, "most": 10}
    out_of_range = ((*HERE, at), Code.OUT_OF_RANGE, values)
    assert refusal(check_all_within, numbers, range(1, 11), HERE) == out_of_range


@pytest.mark.parametrize("items", [(1, 2), [1, 1, 1], {1, 2, 3}, {"a": 1, "b": 2}], ids=repr)
def test_it_takes_as_many_items_as_are_allowed(items: Collection[object]) -> None:
    check_count(items, range(2, 4), HERE)


@pytest.mark.parametrize("items", [(), (1,), (1, 2, 3, 4), {"a": 1}], ids=repr)
def test_it_refuses_fewer_or_more_items(items: Collection[object]) -> None:
    values = {"count": len(items), "wanted": range(2, 4)}
    assert refusal(check_count, items, range(2, 4), HERE) == (HERE, Code.WRONG_COUNT, values)


# A look at a whole list is only a quicker way to find nothing wrong


def one_name_after_the_other(names: list[str]) -> RefusalParts | None:
    for at, name in enumerate(names):
        if name not in PLAYERS:
            return (*HERE, at), Code.UNKNOWN_PLAYER, {"name": name}
    return one_item_after_the_other(names, Code.NAME_TWICE)


def one_item_after_the_other(items: list[Any], code: Code) -> RefusalParts | None:
    for at, item in enumerate(items):
        if item in items[:at]:
            return (*HERE, at), code, {"item": item}
    return None


def one_number_after_the_other(numbers: list[int]) -> RefusalParts | None:
    for at, number in enumerate(numbers):
        if not 1 <= number <= 10:
            return (*HERE, at), Code.OUT_OF_RANGE, {"number": number, "least": 1, "most": 10}
    return None


@given(st.lists(st.sampled_from(["Ana", "Ben", "Cleo", "Dov", "Eve"]), max_size=5))
def test_it_says_of_a_list_of_names_what_it_says_of_its_first_fault(names: list[str]) -> None:
    assert refusal_or_none(check_names, names, PLAYERS, HERE) == one_name_after_the_other(names)


@given(st.lists(st.integers(0, 6), max_size=6))
def test_it_says_of_items_what_it_says_of_the_first_repeated(items: list[int]) -> None:
    expected = one_item_after_the_other(items, Code.LISTED_TWICE)
    assert refusal_or_none(check_different, items, HERE) == expected


@given(st.lists(st.integers(-1, 12), max_size=5))
def test_it_says_of_a_list_of_numbers_what_it_says_of_its_first_fault(numbers: list[int]) -> None:
    expected = one_number_after_the_other(numbers)
    assert refusal_or_none(check_all_within, numbers, range(1, 11), HERE) == expected
