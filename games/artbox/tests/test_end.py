"""When #ARTBOX is over: rulings R-A7 and R-2 to R-4."""

import pytest

from games.artbox.rules import Edition, State, Variant, experienced_targets, score, target
from games.artbox.tests.builders import Row, a_round, awarding, rows_of, simple_round, table
from scoring.core.refusals import Code, Refused

TOKENS = {3: 5, 4: 5, 5: 4, 6: 4, 7: 3, 8: 3}


def targets() -> list[tuple[str, State, int]]:
    """Every table size, edition and variant that ends by a number of tokens."""
    cases: list[tuple[str, State, int]] = []
    editions: list[tuple[Edition | None, int]] = [(None, -2), ("en-2020", -2), ("fr-2019", 2)]
    standard: list[Variant | None] = [None, "standard"]
    for seats, tokens in TOKENS.items():
        for edition, more in editions:
            cases += [
                (
                    f"{seats} players, {edition}",
                    table(seats, variant=variant, edition=edition),
                    tokens,
                )
                for variant in standard
            ]
            simple = table(seats, variant="simplified", edition=edition)
            cases.append((f"{seats} players, simplified {edition}", simple, tokens + more))
    return cases


each_target = pytest.mark.parametrize(
    ("state", "tokens"), [pytest.param(*rest, id=f"R-A7: {name}") for name, *rest in targets()]
)


def with_rounds(state: State, pairs: str) -> State:
    seats, simplified = len(state.players), state.variant == "simplified"
    rounds = awarding(pairs, seats, numbered=not simplified)
    return table(seats, rounds, variant=state.variant, edition=state.edition)


@each_target
def test_target(state: State, tokens: int) -> None:
    assert target(state) == tokens
    assert score(state).details["target"] == tokens


@each_target
def test_it_goes_on_one_token_short_of_the_target(state: State, tokens: int) -> None:
    outcome = score(with_rounds(state, "AB " * (tokens - 1)))
    assert (outcome.end, outcome.finished, outcome.winners) == (None, False, ())


@each_target
def test_it_ends_at_the_target(state: State, tokens: int) -> None:
    outcome = score(with_rounds(state, "AB " * tokens))
    assert (outcome.end, outcome.finished, outcome.winners) == ("tokens", True, ("Ana",))


@each_target
def test_it_adds_both_kinds_of_token_up(state: State, tokens: int) -> None:
    mixed = "AB " * (tokens - 1) + "CA"
    outcome = score(with_rounds(state, mixed))
    assert outcome.end == "tokens"
    assert outcome.details["tokens"]["Ana"] == {"drawing": tokens - 1, "sheet": 1}


def test_a_simplified_table_may_jump_over_the_target() -> None:
    """R-A6, R-A7: two tokens a round make four where three were needed."""
    both = simple_round("Ana: Ben; Ben: Ana; Cleo: Ana")
    outcome = score(table(4, [both, both], variant="simplified"))
    assert outcome.details["tokens"]["Ana"] == {"drawing": 2, "sheet": 2}
    assert outcome.end == "tokens"


@pytest.mark.parametrize(
    ("seats", "each", "one"),
    [
        pytest.param(seats, each, one, id=f"R-A7: {seats} experienced players")
        for seats, each, one in [(3, 2, 6), (4, 2, 6), (5, 2, 6), (6, 2, 6), (7, 1, 4), (8, 1, 4)]
    ],
)
def test_experienced_targets(seats: int, each: int, one: int) -> None:
    state = table(seats, variant="experienced")
    assert experienced_targets(state) == (each, one)
    assert target(state) is None
    assert score(state).details["target"] is None


@pytest.mark.parametrize(
    ("sizes", "pairs", "end"),
    [
        pytest.param((3, 6), "AB AB BC", None, id="R-A7: two and one, no end up to six players"),
        pytest.param((3, 6), "AB AB BA CA", "tokens", id="R-A7: two and two end it up to six"),
        pytest.param((3, 6), "BA BA AC", None, id="R-A7: one and two, no end up to six players"),
        pytest.param((3, 6), "BA CA AB AC", "tokens", id="R-A7: two and two in another order"),
        pytest.param((3, 6), "AB AB AB AC AC CA", None, id="R-A7: five and one, no end up to six"),
        pytest.param((3, 6), "AB AB AB AC AC", None, id="R-A7: five of one, no end up to six"),
        pytest.param(
            (3, 6), "AB AB AB AC AC AC", "tokens", id="R-A7: six drawing tokens end it up to six"
        ),
        pytest.param(
            (3, 6), "BA BA BA CA CA CA", "tokens", id="R-A7: six sheet tokens end it up to six"
        ),
        pytest.param((3, 6), "AB BA", None, id="R-A7: one and one, no end up to six"),
        pytest.param((7, 8), "AB BC", "tokens", id="R-A7: one and one end it at seven and eight"),
        pytest.param((7, 8), "AB AC AB", None, id="R-A7: three of one, no end at seven and eight"),
        pytest.param(
            (7, 8), "AB AC AB AC", "tokens", id="R-A7: four drawing tokens end it at 7, 8"
        ),
        pytest.param((7, 8), "BA CA BA CA", "tokens", id="R-A7: four sheet tokens end it at 7, 8"),
    ],
)
def test_experienced_end(sizes: tuple[int, int], pairs: str, end: str | None) -> None:
    for seats in range(sizes[0], sizes[1] + 1):
        outcome = score(table(seats, awarding(pairs, seats), variant="experienced"))
        assert outcome.end == end


def test_experienced_ends_alike_in_both_editions() -> None:
    """R-A7"""
    rounds = awarding("AB AB BA CA", 4)
    ends = {
        score(table(4, rounds, variant="experienced", edition=edition)).end
        for edition in ("en-2020", "fr-2019")
    }
    assert ends == {"tokens"}


def test_tokens_of_two_players_are_not_added_up() -> None:
    """R-A7"""
    assert score(table(4, awarding("AB AB CD CD", 4))).end is None


@pytest.mark.parametrize(
    ("pairs", "ladder", "expected"),
    [
        pytest.param(
            "AB AC",
            ("points", "recognition", "number-token"),
            [
                ("Ana", 1, 2, None),
                ("Ben", 2, 1, "points"),
                ("Cleo", 3, 1, "number-token"),
                ("Dov", 4, 0, "points"),
            ],
            id="R-2: while it goes on, standings by the same chain and no winners",
        ),
        pytest.param(
            "",
            ("points",),
            [
                ("Ana", 1, 0, None),
                ("Ben", 1, 0, "shared"),
                ("Cleo", 1, 0, "shared"),
                ("Dov", 1, 0, "shared"),
            ],
            id="R-2: before the first round all share the first place, there is no last round",
        ),
    ],
)
def test_provisional_standings(pairs: str, ladder: tuple[str, ...], expected: list[Row]) -> None:
    outcome = score(table(4, awarding(pairs, 4)))
    assert (outcome.end, outcome.winners, outcome.ladder) == (None, (), ladder)
    assert rows_of(outcome) == expected


@pytest.mark.parametrize(
    ("pairs", "stopped", "end", "winners"),
    [
        pytest.param("AB", True, "stopped", ("Ana",), id="R-3: stopped, the standings are final"),
        pytest.param("AB", False, None, (), id="R-3: not stopped, not over"),
        pytest.param(
            "AB AB AB AB AB", True, "tokens", ("Ana",), id="R-3: the natural end comes first"
        ),
    ],
)
def test_stopped(pairs: str, stopped: bool, end: str | None, winners: tuple[str, ...]) -> None:
    outcome = score(table(4, awarding(pairs, 4), stopped=stopped))
    assert (outcome.end, outcome.winners) == (end, winners)


def test_stopping_changes_no_place() -> None:
    """R-3"""
    rounds = awarding("AB CA DB", 4)
    going_on, stopped = score(table(4, rounds)), score(table(4, rounds, stopped=True))
    assert stopped.standings == going_on.standings


@pytest.mark.parametrize(
    ("pairs", "refused_at"),
    [
        pytest.param("AB AB AB AB AB CD", 5, id="R-4: the round after the last"),
        pytest.param("AB AB AB AB AB CD CD", 5, id="R-4: the first of two rounds too many"),
    ],
)
def test_it_refuses_a_round_after_the_end(pairs: str, refused_at: int) -> None:
    with pytest.raises(Refused) as caught:
        score(table(4, awarding(pairs, 4)))
    assert caught.value.code is Code.AFTER_THE_END
    assert caught.value.where == f"rounds[{refused_at}]"


def test_it_is_over_however_wrong_the_next_round_is() -> None:
    """R-4: what matters about that round is that there is none."""
    with pytest.raises(Refused) as caught:
        score(table(4, [*awarding("AB AB AB AB AB", 4), a_round("Zoe: Ana", None)]))
    assert caught.value.code is Code.AFTER_THE_END


def test_the_end_is_looked_for_after_every_round() -> None:
    """R-A7"""
    ends = [score(table(4, awarding("AB " * played, 4))).end for played in range(6)]
    assert ends == [None, None, None, None, None, "tokens"]
