"""Canvas: small tables, short enough for one row of a test."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import StrEnum

import pytest

from games.canvas.cards import Card
from games.canvas.catalogue import Edition
from games.canvas.conditions import Icon, Slots
from games.canvas.rules import Details, Painting, State, check_end, check_pick, pick, score
from scoring.core.entries import score_change
from scoring.core.outcome import Outcome
from scoring.core.refusals import Refused

LETTERS: Mapping[str, Icon] = {
    "h": "hue",
    "s": "shape",
    "x": "texture",
    "o": "tone",
    "H": "bonus-hue",
    "S": "bonus-shape",
    "X": "bonus-texture",
    "O": "bonus-tone",
}


def by_hand(*names: str) -> tuple[Card, ...]:
    return tuple([Card(name, "by-hand", (3, 6, 10)) for name in names])


HAND_CARDS = by_hand("Unity", "Ochre", "Umber", "Sienna")


def slots(letters: str) -> Slots:
    """`hs|x||O|`: a hue and a shape, a texture, nothing, the bonus icon for tone, nothing."""
    return tuple([tuple([LETTERS[letter] for letter in slot]) for slot in letters.split("|")])


def shows(letters: str, title: str | None = None, **ribbons: int) -> Painting:
    return Painting(slots=slots(letters), title=title, ribbons=ribbons)


def layered(*art: str, title: str | None = None, **ribbons: int) -> Painting:
    return Painting(art=art, title=title, ribbons=ribbons)


def hand(bonus: int = 0, **ribbons: int) -> Painting:
    return Painting(bonus=bonus, ribbons=ribbons)


BLANK = shows("||||")


def table(
    cards: tuple[Card, ...] = HAND_CARDS,
    *,
    edition: Edition | None = None,
    stopped: bool = False,
    judge: str | None = None,
    inspiration: Mapping[str, int] | None = None,
    **paintings: tuple[Painting, ...],
) -> State:
    """Everyone with paintings, if only (), sits at the table."""
    return State(
        players=tuple(paintings),
        cards=cards,
        paintings=paintings,
        inspiration=inspiration or {},
        judge_choice=judge,
        edition=edition,
        stopped=stopped,
    )


def scores(
    *, stopped: bool = False, judge: str | None = None, **each: int | tuple[int, int]
) -> State:
    """Everyone has three paintings, and these points, or points and tokens left; without these,
    nobody has said how many."""
    points = {name: one if isinstance(one, int) else one[0] for name, one in each.items()}
    return State(
        players=tuple(each),
        cards=HAND_CARDS,
        paintings={name: (hand(number), hand(), hand()) for name, number in points.items()},
        inspiration={name: one[1] for name, one in each.items() if not isinstance(one, int)},
        judge_choice=judge,
        stopped=stopped,
    )


def unfinished(state: State) -> State:
    """The same points, but the last player has not completed a third painting."""
    last = state.players[-1]
    return replace(state, paintings={**state.paintings, last: state.paintings[last][:2]})


def points(outcome: Outcome[Details]) -> dict[str, int]:
    return {standing.player: standing.points for standing in outcome.standings}


def places(outcome: Outcome[Details]) -> list[tuple[str, int, str | None]]:
    return [(place.player, place.rank, place.decided_by) for place in outcome.standings]


def ribbons(state: State, name: str, card: str) -> list[int]:
    return [painting["ribbons"][card] for painting in score(state).details["paintings"][name]]


def recorded(before: State, after: State) -> State:
    """Return what is recorded of a change from one State to another."""
    state: State = score_change(score, before, after)[0]
    return state


def judge(state: State, choice: str | None) -> State:
    """Return the State with a pick at the table, or without it."""
    after = pick(state, choice)
    check_pick(after, score(after))
    return after


def ended(state: State) -> State:
    """Return a State that was entered at a table, and may be its end."""
    check_end(state, score(state))
    return state


def check_refused(
    act: Callable[[], object],
    where: str,
    code: StrEnum,
    values: Mapping[str, object] | None,
) -> None:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.where == where
    assert caught.value.code is code
    assert values is None or caught.value.values == values


def within(number: int, least: int, most: int) -> dict[str, int]:
    return {"number": number, "least": least, "most": most}


def counted(count: int, least: int, most: int) -> dict[str, object]:
    return {"count": count, "wanted": range(least, most + 1)}
