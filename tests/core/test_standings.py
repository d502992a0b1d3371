"""A season's table, ruling by ruling, and against a slow and direct reading of the rulings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.standings import (
    WHOLE,
    Aggregate,
    Counts,
    Decision,
    Place,
    Ranks,
    Row,
    Rules,
    Scheme,
    gains,
    points_per_head,
    table,
    tally,
    worth,
)

NAMES = {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dov", 5: "Eva"}
BY_SIZE = Rules(
    scheme=Scheme.PODIUM,
    podium_of={3: (4, 1), 7: (60, 30, 10), 8: (100, 50, 20, 10, 9, 6, 3, 1)},
)
BEATEN, PODIUM, WINS = Rules(), Rules(scheme=Scheme.PODIUM), Rules(scheme=Scheme.WINS)


def ranks(*places: int) -> Ranks:
    """The players 1, 2, 3 … in these places; 0 was not there."""
    return {player: place for player, place in enumerate(places, 1) if place}


def met(sessions: Sequence[Ranks], players: Sequence[int]) -> Iterable[Ranks]:
    return (one for one in sessions if len(set(one) & set(players)) > 1)


def counts(player: int, sessions: Sequence[Ranks]) -> Counts:
    taken_places = [list(one.values()) for one in sessions if player in one]
    own = [one[player] for one in sessions if player in one]
    return Counter(
        Place(len(taken), rank, taken.count(rank))
        for rank, taken in zip(own, taken_places, strict=True)
    )


def season(rules: Rules, *sessions: Ranks) -> list[Row]:
    players = sorted({player for one in sessions for player in one})
    tallies = [tally(rules, player, NAMES[player], counts(player, sessions)) for player in players]
    return table(rules, tallies, partial(met, sessions))


def order(rows: list[Row]) -> list[tuple[str, int | None]]:
    return [(row.tally.name, row.rank) for row in rows]


@pytest.mark.parametrize(
    ("rules", "places", "shares"),
    [
        pytest.param(BEATEN, (1, 2, 3), ("1", "1/2", "0"), id="L-2: a clear order of three"),
        pytest.param(BEATEN, (1, 1, 3), ("3/4", "3/4", "0"), id="L-2: two share the first place"),
        pytest.param(BEATEN, (1, 2, 2, 4), ("1", "1/2", "1/2", "0"), id="L-2: two in the middle"),
        pytest.param(BEATEN, (1, 1), ("1/2", "1/2"), id="L-2: everyone tied"),
        pytest.param(BEATEN, range(1, 9), [f"{n}/7" for n in range(7, -1, -1)], id="L-2: eight"),
        pytest.param(PODIUM, (1, 2, 3, 4, 5), ("5", "3", "2", "1", "0"), id="L-2: podium, past it"),
        pytest.param(PODIUM, (1, 1, 3), ("4", "4", "2"), id="L-2: podium, shared first"),
        pytest.param(
            PODIUM, (1, 2, 3, 4, 4), ("5", "3", "2", "1/2", "1/2"), id="L-2: half past it"
        ),
        pytest.param(PODIUM, (1, 1, 1, 4), ("10/3", "10/3", "10/3", "1"), id="L-6: thirds"),
        pytest.param(WINS, (1, 1, 3), ("1", "1", "0"), id="L-2: wins, shared"),
        pytest.param(BY_SIZE, (1, 2, 3), ("4", "1", "0"), id="L-2: the list for tables of three"),
        pytest.param(BY_SIZE, (1, 2), ("5", "3"), id="L-2: a size without its own list"),
        pytest.param(
            BY_SIZE, (1,) * 7, ("100/7",) * 7, id="L-6: seven share what their own list gives"
        ),
        pytest.param(
            BY_SIZE, (1,) + (2,) * 7, ("100", *("99/7",) * 7), id="L-6: sevenths at tables of eight"
        ),
    ],
)
def test_what_a_place_is_worth(rules: Rules, places: Sequence[int], shares: Sequence[str]) -> None:
    got = worth(rules, ranks(*places))
    assert [Fraction(got[player], WHOLE) for player in sorted(got)] == list(map(Fraction, shares))


@pytest.mark.parametrize(
    ("rules", "players", "per_head"),
    [
        pytest.param(PODIUM, 2, "4", id="L-2: 5 and 3"),
        pytest.param(PODIUM, 3, "10/3", id="L-2: 5, 3 and 2"),
        pytest.param(PODIUM, 4, "11/4", id="L-2: all four"),
        pytest.param(PODIUM, 8, "11/8", id="L-2: half of them get nothing"),
        pytest.param(BY_SIZE, 3, "5/3", id="L-2: by their own list"),
    ],
)
def test_what_points_by_place_give_each_player(rules: Rules, players: int, per_head: str) -> None:
    assert points_per_head(rules, players) == Fraction(per_head)


@pytest.mark.parametrize("players", range(2, 9))
def test_every_table_hands_out_half_its_players(players: int) -> None:
    """L-2: for a table of any size and any ties."""
    for tied in range(1, players + 1):
        places = [1] * tied + list(range(tied + 1, players + 1))
        assert sum(worth(BEATEN, ranks(*places)).values()) == players * WHOLE // 2


SEASON = (ranks(1, 2, 3), ranks(1, 2, 3), ranks(3, 1, 2), ranks(0, 1, 2))


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        pytest.param(BEATEN, {"Ben": "3", "Ana": "2", "Cleo": "1/2"}, id="L-3: total"),
        pytest.param(
            Rules(aggregate=Aggregate.AVERAGE),
            {"Ben": "3/4", "Ana": "2/3", "Cleo": "1/8"},
            id="L-3: average",
        ),
        pytest.param(
            Rules(aggregate=Aggregate.BEST, best=2),
            {"Ben": "2", "Ana": "2", "Cleo": "1/2"},
            id="L-3: the best two",
        ),
        pytest.param(
            Rules(aggregate=Aggregate.BEST, best=9),
            {"Ben": "3", "Ana": "2", "Cleo": "1/2"},
            id="L-3: fewer results than count",
        ),
    ],
)
def test_how_results_add_up(rules: Rules, values: dict[str, str]) -> None:
    got = {row.tally.name: row.value for row in season(rules, *SEASON)}
    assert got == {name: Fraction(value) for name, value in values.items()}


def test_who_played_too_little_stands_below_the_line() -> None:
    """L-4: by value, then by name, with how many plays are missing."""
    rows = season(Rules(minimum=3), ranks(2, 1), ranks(2, 1), ranks(2, 1), ranks(0, 0, 1, 1, 3))
    assert order(rows) == [("Ben", 1), ("Ana", 2), ("Cleo", None), ("Dov", None), ("Eva", None)]
    assert [row.missing for row in rows] == [0, 0, 2, 2, 2]


def test_more_wins_decide() -> None:
    """L-5: both have 3/2."""
    rows = season(BEATEN, ranks(1, 0, 2), ranks(1, 0, 1), ranks(0, 1, 2), ranks(0, 2, 1, 2, 4))
    tied = [row for row in rows if row.tally.name in {"Ana", "Ben"}]
    assert [row.value for row in tied] == [Fraction(3, 2), Fraction(3, 2)]
    assert [row.tally.name for row in tied] == ["Ana", "Ben"]
    assert tied[1].decided_by == Decision.PLACES


def test_what_they_did_against_each_other_decides() -> None:
    """L-5: Ana and Ben have one first and one second place each; Ana was ahead when they met."""
    rows = season(BEATEN, ranks(1, 2), ranks(0, 1, 2), ranks(2, 0, 0, 1))
    assert order(rows) == [("Ana", 1), ("Ben", 2), ("Dov", 3), ("Cleo", 4)]
    assert [row.decided_by for row in rows] == [
        None,
        Decision.HEAD_TO_HEAD,
        Decision.PLACES,
        Decision.VALUE,
    ]


def test_a_circle_is_not_broken() -> None:
    """L-5: each beat one of the other two."""
    rows = season(BEATEN, ranks(1, 2), ranks(0, 1, 2), ranks(2, 0, 1))
    assert order(rows) == [("Ana", 1), ("Ben", 1), ("Cleo", 1)]


def test_players_tied_on_everything_share_the_rank() -> None:
    """L-5: 1-2-2-4."""
    rows = season(BEATEN, ranks(1, 2, 2, 4))
    assert order(rows) == [("Ana", 1), ("Ben", 2), ("Cleo", 2), ("Dov", 4)]
    assert [row.decided_by for row in rows] == [
        None,
        Decision.VALUE,
        Decision.SHARED,
        Decision.VALUE,
    ]


@pytest.mark.parametrize(
    ("meetings", "expected"),
    [
        pytest.param(
            [ranks(1, 1, 0, 0), ranks(0, 0, 1, 2)],
            [("Cleo", 1), ("Ana", 2), ("Ben", 2), ("Dov", 4)],
            id="a shared place beats half of the other one",
        ),
        pytest.param(
            [ranks(1, 2, 3, 0, 0), ranks(0, 0, 0, 1, 2)],
            [("Ana", 1), ("Dov", 1), ("Ben", 3), ("Cleo", 4), ("Eva", 4)],
            id="of three who met, the second one beats half",
        ),
        pytest.param(
            [ranks(1, 1, 3, 0, 0), ranks(0, 0, 0, 2, 1), ranks(0, 0, 0, 1, 2), ranks(0, 2, 1)],
            [("Ana", 1), ("Cleo", 2), ("Dov", 2), ("Eva", 2), ("Ben", 5)],
            id="two who share the first of three places beat three quarters",
        ),
        pytest.param(
            [ranks(1, 2, 3, 0), ranks(2, 1, 0, 0), ranks(0, 0, 0, 1)],
            [("Ben", 1), ("Ana", 2), ("Dov", 2), ("Cleo", 4)],
            id="the mean counts, and one who met nobody is even",
        ),
        pytest.param(
            [ranks(1, 2, 0, 0, 0)] * 2 + [ranks(0, 2, 1, 0, 0), ranks(2, 0, 1, 1, 0)],
            [("Cleo", 1), ("Dov", 2), ("Ana", 3), ("Ben", 4)],
            id="meeting more often is no advantage",
        ),
    ],
)
def test_tied_players_are_ordered_by_what_they_beat_of_each_other(
    meetings: list[Ranks], expected: list[tuple[str, int]]
) -> None:
    """L-5: only where they met, and a shared place counts for each who shares it."""
    players = sorted({player for one in meetings for player in one})
    rules = Rules(minimum=0)
    tied = [tally(rules, player, NAMES[player], Counter()) for player in players]
    assert order(table(rules, tied, partial(met, meetings))) == expected


def test_five_who_met_each_other_are_not_above_one_who_met_nobody() -> None:
    """L-5: each of the five beat half of the others, and the sixth counts as even."""
    names = {**NAMES, 6: "Fay"}
    pairs = [(mine, mine % 5 + 1) for mine in range(1, 6)] + [
        (mine, (mine + 1) % 5 + 1) for mine in range(1, 6)
    ]
    meetings = [{winner: 1, loser: 2} for winner, loser in pairs]
    tied = [tally(Rules(minimum=0), player, name, Counter()) for player, name in names.items()]
    rows = table(Rules(minimum=0), tied, partial(met, meetings))
    assert {row.rank for row in rows} == {1}


# A slow and direct reading


def said_beaten(place: int, places: Sequence[int]) -> Fraction:
    below = sum(1 for other in places if other > place)
    level = sum(1 for other in places if other == place)
    return (below + Fraction(level - 1, 2)) / (len(places) - 1)


def said_worth(rules: Rules, place: int, places: Sequence[int]) -> Fraction:
    if rules.scheme == Scheme.WINS:
        return Fraction(place == 1)
    if rules.scheme == Scheme.BEATEN:
        return said_beaten(place, places)
    podium = rules.podium_of.get(len(places), rules.podium)
    together = [at for at, other in enumerate(sorted(places)) if other == place]
    paid = [podium[at] if at < len(podium) else 0 for at in together]
    return Fraction(sum(paid), len(together))


def said_value(rules: Rules, worths: list[Fraction]) -> Fraction:
    if rules.aggregate == Aggregate.AVERAGE:
        return sum(worths, Fraction(0)) / len(worths)
    best = len(worths) if rules.aggregate == Aggregate.TOTAL else rules.best
    return sum(sorted(worths)[::-1][:best], Fraction(0))


def said_order(rules: Rules, sessions: Sequence[Ranks]) -> dict[int, int]:
    """Player -> rank: one more than those who are better, player by player."""
    own: dict[int, list[Ranks]] = {}
    for one in sessions:
        for player in one:
            own.setdefault(player, []).append(one)
    own = {player: played for player, played in own.items() if len(played) >= rules.minimum}
    first = {}
    for player, played in own.items():
        worths = [said_worth(rules, one[player], list(one.values())) for one in played]
        places = [sum(one[player] == place for one in played) for place in range(1, 9)]
        first[player] = (said_value(rules, worths), places)
    key = {}
    for player, mine in first.items():
        level = {other for other, theirs in first.items() if theirs == mine}
        shares = []
        for one in own[player]:
            other_places = [place for other, place in one.items() if other in level]
            if len(other_places) > 1:
                shares.append(said_beaten(one[player], other_places))
        key[player] = (*mine, sum(shares) / len(shares) if shares else Fraction(1, 2))
    return {mine: 1 + sum(key[other] > key[mine] for other in key) for mine in key}


@st.composite
def evenings(draw: st.DrawFn) -> Ranks:
    """The players of a table, in places as a game gives them: 1-2-2-4."""
    names = draw(st.lists(st.sampled_from(sorted(NAMES)), min_size=2, unique=True))
    points = [draw(st.integers(0, 3)) for _ in names]
    return {
        player: 1 + sum(other > mine for other in points)
        for player, mine in zip(names, points, strict=True)
    }


PODIUMS = st.lists(st.integers(0, 9), max_size=5).map(tuple)
any_rules = st.builds(
    Rules,
    scheme=st.sampled_from(Scheme),
    aggregate=st.sampled_from(Aggregate),
    best=st.integers(1, 4),
    minimum=st.integers(1, 3),
    podium=PODIUMS,
    podium_of=st.dictionaries(st.integers(2, 5), PODIUMS),
)


@given(sessions=st.lists(evenings(), max_size=12), rules=any_rules)
def test_it_says_what_the_rulings_say(sessions: list[Ranks], rules: Rules) -> None:
    rows = season(rules, *sessions)
    ranked = {row.tally.player: row.rank for row in rows if row.rank is not None}
    assert ranked == said_order(rules, sessions)
    assert [row.rank for row in rows if row.rank] == sorted(ranked.values())


@given(
    days=st.lists(
        st.lists(st.sampled_from([Place(3, 1), Place(3, 2), Place(4, 2, 2)])), max_size=6
    ),
    earlier=st.integers(0, 6),
    rules=any_rules,
)
def test_what_days_bring_adds_up_to_the_tally(
    days: list[list[Place]], earlier: int, rules: Rules
) -> None:
    """L-3: day by day, also from the middle of a season on."""

    def counts_until(number: int) -> Counts:
        return Counter([place for places in days[:number] for place in places])

    sums = [tally(rules, 1, "Ana", counts_until(at)).sum for at in range(len(days) + 1)]
    gained = list(gains(rules, days[earlier:], counts_until(earlier)))
    assert gained == [sums[at + 1] - sums[at] for at in range(earlier, len(days))]
