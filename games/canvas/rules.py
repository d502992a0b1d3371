"""Canvas: the State of a session, its score, and its changes (R-C1 to R-C12).

Its parts: awards.py (the award for playing alone), cards.py (the scoring cards played),
conditions.py (what earns a ribbon), judging.py (a tie that players decide), layers.py (what
shows of art cards), catalogue.py (what the editions print)."""

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, NotRequired, TypedDict

from games.canvas.awards import Award, award
from games.canvas.cards import (
    CARDS_OF_ANY_EDITION,
    NUMBERS,
    Card,
    Number,
    PlayedCard,
    PointsRows,
    check_hand_counts,
    played_cards,
    with_points,
)
from games.canvas.catalogue import ART_CARDS, Edition
from games.canvas.conditions import (
    BY_HAND,
    EARNED,
    Places,
    Slots,
    bonus_pairs,
    check_slots,
    places,
)
from games.canvas.judging import to_judge
from games.canvas.layers import title, topmost
from scoring.core import entries
from scoring.core.outcome import POINTS, STOPPED, Outcome
from scoring.core.ranking import Rung, rank
from scoring.core.refusals import (
    Path,
    Refused,
    after_the_end,
    check_count,
    check_player,
    check_players,
    check_within,
)
from scoring.documents.schema import Label, length

SEATS = range(1, 6)
BONUS_WORTH: Mapping[Edition, int] = MappingProxyType({"retail": 1, "r2i-2021": 2})
PAINTINGS = 3
PAINTING_NUMBERS = range(1, PAINTINGS + 1)
LAYERS = 3
LAYER_NUMBERS = range(1, LAYERS + 1)
INSPIRATION_EACH = 4
MOST_INSPIRATION = INSPIRATION_EACH * SEATS[-1]


class End(StrEnum):
    PAINTINGS = "paintings"
    STOPPED = STOPPED


class TieBreak(StrEnum):
    """The rungs below points (R-C9)."""

    INSPIRATION = "inspiration"
    JUDGE = "judge"


class Refusal(StrEnum):
    ENOUGH_PAINTINGS = "enough-paintings"
    ONE_WAY = "one-way"
    NO_ART_HERE = "no-art-here"
    UNKNOWN_ART = "unknown-art"
    ART_USED = "art-used"
    TOO_MUCH_INSPIRATION = "too-much-inspiration"
    NOTHING_TO_JUDGE = "nothing-to-judge"
    NOT_TIED = "not-tied"
    TOKENS_UNSAID = "tokens-unsaid"
    POINTS_MISSING = "points-missing"


@dataclass(frozen=True, slots=True)
class Painting:
    """Noted in exactly one way: icons, art cards (bottom first), or bonus points by hand."""

    slots: Slots | None = None
    art: Annotated[tuple[str, ...] | None, length(range(LAYERS, LAYERS + 1), different=True)] = None
    bonus: Number | None = None
    ribbons: Mapping[str, Number] = field(default_factory=dict)  # counted by the table
    title: Label | None = None


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    _: KW_ONLY
    edition: Edition | None = None  # None: nothing was said, so "retail"
    cards: Annotated[tuple[Card, ...], length(CARDS_OF_ANY_EDITION, different=True)]
    paintings: Mapping[str, Annotated[tuple[Painting, ...], length(range(PAINTINGS + 1))]]
    inspiration: Mapping[str, Number] = field(default_factory=dict)
    judge_choice: str | None = None
    stopped: bool = False


class PaintingScore(TypedDict):
    title: str | None
    ribbons: dict[str, int]
    bonus: int


class Details(TypedDict):
    paintings: dict[str, list[PaintingScore]]
    cards: dict[str, dict[str, int]]
    bonus: dict[str, int]
    award: NotRequired[Award]


def score(state: State) -> Outcome[Details]:
    check_players(state.players, SEATS)
    entries.check_stop(state, can_stop=can_stop(state))
    cards = played_cards(edition_of(state), state.cards)
    left = {name: {card.name: len(card.points) for card in cards} for name in state.players}
    paintings = _score_paintings(state, cards, left)
    details = _details(cards, paintings, left)
    _check_inspiration(state)
    points = {name: points_of(details, name) for name in state.players}
    tokens = {name: state.inspiration.get(name, 0) for name in state.players}
    ladder = (Rung(POINTS, points), Rung(TieBreak.INSPIRATION, tokens))
    standings = rank(state.players, ladder)
    if len(state.players) == 1:
        details["award"] = award(standings[0].points)
    end = _end(state)
    outcome = Outcome(
        standings=standings,
        ladder=(POINTS, TieBreak.INSPIRATION),
        end=end,
        details=details,
        pending=to_judge(standings) if end else None,
        unsaid={TieBreak.INSPIRATION: {*state.players} - state.inspiration.keys()},
    )
    return _picked(state, outcome, ladder)


def can_stop(state: State) -> bool:
    """Return whether a painting is recorded, and so something that the table can stop (R-3)."""
    return any(state.paintings.values())


def _details(
    cards: tuple[PlayedCard, ...],
    paintings: dict[str, list[PaintingScore]],
    left: Mapping[str, Mapping[str, int]],
) -> Details:
    return {
        "paintings": paintings,
        "cards": {
            name: {card.name: card.worth(len(card.points) - own[card.name]) for card in cards}
            for name, own in left.items()
        },
        "bonus": {
            name: sum([painting["bonus"] for painting in own]) for name, own in paintings.items()
        },
    }


def points_of(details: Details, name: str) -> int:
    return sum(details["cards"][name].values()) + details["bonus"][name]


def points_by_painting(
    state: State, details: Details, order: Sequence[tuple[str, int]]
) -> list[dict[str, int]]:
    """Return what everyone has after each painting; `order`: whose, and which of theirs."""
    cards = played_cards(edition_of(state), state.cards)
    taken = {name: {card.name: 0 for card in cards} for name in state.players}
    points = dict.fromkeys(state.players, 0)
    bonus = dict.fromkeys(state.players, 0)
    steps = []
    for name, at in order:
        scored = details["paintings"][name][at]
        own = taken[name]
        for card, ribbons in scored["ribbons"].items():
            own[card] += ribbons
        bonus[name] += scored["bonus"]
        points[name] = sum([card.worth(own[card.name]) for card in cards]) + bonus[name]
        steps.append({**points})
    return steps


def _end(state: State) -> str | None:
    if all(len(paintings_of(state, name)) == PAINTINGS for name in state.players):
        return End.PAINTINGS
    return End.STOPPED if state.stopped else None


# The paintings


def edition_of(state: State) -> Edition:
    return state.edition or "retail"


def paintings_of(state: State, name: str) -> tuple[Painting, ...]:
    return state.paintings.get(name, ())


def _score_paintings(
    state: State, cards: tuple[PlayedCard, ...], left: Mapping[str, dict[str, int]]
) -> dict[str, list[PaintingScore]]:
    """Return the scores of each player's paintings, and take their ribbons off `left` (R-C4)."""
    scored: dict[str, list[PaintingScore]] = {name: [] for name in state.players}
    art_used: set[str] = set()
    for name, paintings in state.paintings.items():
        check_player(name, state.players, ("paintings", name))
        for at, painting in enumerate(paintings):
            path = ("paintings", name, at)
            if at >= PAINTINGS:
                raise Refused(path, Refusal.ENOUGH_PAINTINGS, name=name)
            _check_painting(state, painting, art_used, path)
            if painting.ribbons:
                by_hand = painting.bonus is not None
                check_hand_counts(cards, painting.ribbons, left[name], path, by_hand=by_hand)
            scored[name].append(_score_painting(state, cards, painting, left[name]))
    return scored


def _score_painting(
    state: State, cards: tuple[PlayedCard, ...], painting: Painting, left: dict[str, int]
) -> PaintingScore:
    """Return the score of a painting, with ribbons as far as there are (R-C4)."""
    where = places(visible(painting) or ())
    ribbons = earned(cards, painting, where)
    for card, number in ribbons.items():
        if number:
            ribbons[card] = min(number, left[card])
            left[card] -= ribbons[card]
    return {
        "title": _title(painting),
        "ribbons": ribbons,
        "bonus": BONUS_WORTH[edition_of(state)] * bonus_pairs(where)
        if painting.bonus is None
        else painting.bonus,
    }


def earned(cards: tuple[PlayedCard, ...], painting: Painting, where: Places) -> dict[str, int]:
    """Return the ribbons that a painting earns of each card, without a limit (R-C3)."""
    if painting.bonus is not None:
        return {card.name: painting.ribbons.get(card.name, 0) for card in cards}
    return {
        card.name: painting.ribbons.get(card.name, 0)
        if card.condition == BY_HAND
        else EARNED[card.condition](where)
        for card in cards
    }


def visible(painting: Painting) -> Slots | None:
    """Return the icons that show; None if the table counted by hand (R-C8)."""
    if painting.art is None:
        return painting.slots
    return topmost([ART_CARDS[name] for name in painting.art])


def _title(painting: Painting) -> str | None:
    """Return the title that the table noted, or the one on its art cards (R-C8)."""
    if painting.title or painting.art is None:
        return painting.title
    return title({name: ART_CARDS[name] for name in painting.art})


def _check_painting(state: State, painting: Painting, art_used: set[str], path: Path) -> None:
    ways_left_out = (painting.slots is None) + (painting.art is None) + (painting.bonus is None)
    if ways_left_out != 2:
        raise Refused(path, Refusal.ONE_WAY)
    if painting.slots is not None:
        check_slots(painting.slots, (*path, "slots"))
    if painting.art is not None:
        _check_art(state, painting.art, art_used, (*path, "art"))
    if painting.bonus is not None:
        check_within(painting.bonus, NUMBERS, (*path, "bonus"))


def _check_art(state: State, art: tuple[str, ...], art_used: set[str], path: Path) -> None:
    if edition_of(state) != "r2i-2021":
        raise Refused(path, Refusal.NO_ART_HERE)
    check_count(art, range(LAYERS, LAYERS + 1), path)
    for at, name in enumerate(art):
        if name not in ART_CARDS:
            raise Refused((*path, at), Refusal.UNKNOWN_ART, name=name)
        if name in art_used:
            raise Refused((*path, at), Refusal.ART_USED, name=name)
        art_used.add(name)


def missing_points(state: State, details: Details) -> tuple[str, ...]:
    """Return the cards with ribbons whose points nobody has copied yet (R-C2)."""
    scored = [painting for paintings in details["paintings"].values() for painting in paintings]
    return tuple(
        [
            card.name
            for card in played_cards(edition_of(state), state.cards)
            if not card.copied and any(painting["ribbons"][card.name] for painting in scored)
        ]
    )


# The pick that decides a tie (R-C10)


def _picked(state: State, outcome: Outcome[Details], ladder: tuple[Rung, ...]) -> Outcome[Details]:
    """Return the outcome with the runner-up's pick, if there is one."""
    choice = state.judge_choice
    if choice is None:
        return outcome
    path: Path = ("judge_choice",)
    check_player(choice, state.players, path)
    refused = None
    if outcome.pending is None:
        refused = Refused(path, Refusal.NOTHING_TO_JUDGE)
    elif choice not in outcome.pending.between:
        refused = Refused(path, Refusal.NOT_TIED, name=choice)
    if refused:
        raise entries.NoLongerTrue(refused, pick(state, None), outcome)
    picked = Rung(TieBreak.JUDGE, {name: int(name == choice) for name in state.players})
    return replace(
        outcome,
        standings=rank(state.players, [*ladder, picked]),
        ladder=(*outcome.ladder, picked.name),
        pending=None,
    )


# Inspiration tokens


def inspiration_in_play(state: State) -> int:
    """Return the number of tokens in play, with the automated player's in a solo game (R-C11)."""
    return INSPIRATION_EACH * max(len(state.players), 2)


def _check_inspiration(state: State) -> None:
    in_play = inspiration_in_play(state)
    for name, tokens in state.inspiration.items():
        check_player(name, state.players, ("inspiration", name))
        check_within(tokens, range(in_play + 1), ("inspiration", name))
    if sum(state.inspiration.values()) > in_play:
        raise Refused(("inspiration",), Refusal.TOO_MUCH_INSPIRATION, most=in_play)


# Changes


def complete_painting(state: State, name: str, painting: Painting) -> State:
    before = paintings_of(state, name)
    if entries.said_end(state):
        raise after_the_end(("paintings", name, len(before)))
    return _with_paintings(state, name, (*before, painting))


def change_painting(state: State, name: str, at: int, painting: Painting) -> State:
    changed = entries.replaced(paintings_of(state, name), at, painting, ("paintings", name))
    return _with_paintings(state, name, changed)


def remove_painting(state: State, name: str, at: int) -> State:
    left = entries.removed(paintings_of(state, name), at, ("paintings", name))
    return _with_paintings(state, name, left)


def _with_paintings(state: State, name: str, paintings: tuple[Painting, ...]) -> State:
    changed = replace(state, paintings={**state.paintings, name: paintings})
    return entries.without_void_stop(changed, can_stop)


def put_paintings(state: State, paintings: Sequence[tuple[str, Painting]]) -> State:
    """Put these paintings, each with its player, in the place of all that the State has.

    Tokens and the judge's pick go as well."""
    own: dict[str, list[Painting]] = {name: [] for name in state.players}
    for name, painting in paintings:
        own[name].append(painting)
    return replace(
        state,
        paintings={name: tuple(each) for name, each in own.items()},
        inspiration={},
        judge_choice=None,
    )


def set_inspiration(state: State, tokens: Mapping[str, int]) -> State:
    return replace(state, inspiration={**state.inspiration, **tokens})


def pick(state: State, choice: str | None) -> State:
    """Note the runner-up's pick, or take it back."""
    return replace(state, judge_choice=choice)


def copy_points(state: State, rows: PointsRows, *, correcting: bool = False) -> State:
    """Note what is printed on cards; `correcting`: also on those that have their points."""
    return replace(state, cards=with_points(state.cards, rows, correcting=correcting))


def rematch(first: State, last: State) -> State:
    """Return how the table began, with the points that were copied or corrected since."""
    return replace(first, edition=last.edition, cards=last.cards)


# What a document may say, but nobody who enters it at a table


def check_end(state: State, outcome: Outcome[Details]) -> None:
    """Refuse an end while points of ribbons are missing: nobody could say who has won (R-C2)."""
    missing = missing_points(state, outcome.details) if outcome.finished else ()
    if missing:
        raise Refused(("cards",), Refusal.POINTS_MISSING, cards=missing)


def check_pick(state: State, outcome: Outcome[Details]) -> None:
    """Refuse a pick before the tied have said their tokens (R-C10)."""
    unsaid = unsaid_tokens(outcome, state)
    if state.judge_choice is not None and unsaid:
        raise Refused(("judge_choice",), Refusal.TOKENS_UNSAID, names=unsaid)


def unsaid_tokens(outcome: Outcome[Details], state: State) -> tuple[str, ...]:
    """Return who is tied for first place, or was before the pick, and has not said how many tokens
    are left (R-C10)."""
    if outcome.pending is None and state.judge_choice is None:
        return ()
    best = outcome.standings[0].numbers[:2]
    tied = {each.player for each in outcome.standings if each.numbers[:2] == best}
    return tuple([name for name in state.players if name in tied - state.inspiration.keys()])
