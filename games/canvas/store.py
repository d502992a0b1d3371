"""Canvas: its database tables."""

from collections import defaultdict

from games.canvas.cards import Card
from games.canvas.conditions import SLOT_NUMBERS, Icon, Slots
from games.canvas.deck import keep_points
from games.canvas.models import (
    Easel,
    HandCount,
    Inspiration,
    Painting,
    PaintingIcon,
    PaintingLayer,
    Ribbons,
    Setup,
    TableCard,
    TableCardPoints,
)
from games.canvas.rules import Details, State, edition_of
from games.canvas.rules import Painting as PaintedPainting
from scoring.contract import Store
from scoring.core.outcome import Outcome
from scoring.models import Session
from scoring.models.rows import Row, Rows, Sitting, Table, by_values

TABLES = (
    Table(Setup, key=(), columns=("edition", "judge_choice_id")),
    Table(TableCard, key=("place",), columns=("name", "condition")),
    Table(TableCardPoints, key=("place", "ribbons"), columns=("points",)),
    Table(Easel, key=("seat_id",)),
    Table(Painting, key=("seat_id", "number"), columns=("way", "bonus", "title")),
    Table(PaintingIcon, key=("seat_id", "number", "slot", "icon"), columns=("place",)),
    Table(PaintingLayer, key=("seat_id", "number", "layer"), columns=("art",)),
    Table(HandCount, key=("seat_id", "number", "card"), columns=("ribbons",)),
    Table(Inspiration, key=("seat_id",), columns=("tokens",)),
)
RIBBONS = Table(Ribbons, key=("seat_id", "number", "card"), columns=("ribbons",))

Made = dict[type, dict[Row, Row]]


def to_rows(state: State, sitting: Sitting) -> Rows:
    rows: Made = {table.model: {} for table in TABLES}
    picked = None if state.judge_choice is None else sitting.seat(state.judge_choice)
    if state.edition or picked:
        rows[Setup][()] = (state.edition or "", picked)
    for place, card in enumerate(state.cards, 1):
        rows[TableCard][(place,)] = (card.name, card.condition or "")
        for ribbons, points in enumerate(card.points or (), 1):
            rows[TableCardPoints][place, ribbons] = (points,)
    for name, paintings in state.paintings.items():
        rows[Easel][(sitting.seat(name),)] = ()
        for number, painting in enumerate(paintings, 1):
            _add_painting(rows, (sitting.seat(name), number), painting)
    for name, tokens in state.inspiration.items():
        rows[Inspiration][(sitting.seat(name),)] = (tokens,)
    return rows


def _add_painting(rows: Made, key: Row, painting: PaintedPainting) -> None:
    way = Painting.Way.BONUS
    if painting.slots is not None:
        way = Painting.Way.SLOTS
        for slot, icons in enumerate(painting.slots, 1):
            rows[PaintingIcon] |= {(*key, slot, icon): (place,) for place, icon in enumerate(icons)}
    if painting.art is not None:
        way = Painting.Way.ART
        for layer, art in enumerate(painting.art, 1):
            rows[PaintingLayer][*key, layer] = (art,)
    rows[Painting][key] = (way.value, painting.bonus, painting.title or "")
    for card, ribbons in painting.ribbons.items():
        rows[HandCount][*key, card] = (ribbons,)


def from_rows(rows: Rows, sitting: Sitting) -> State:
    paintings: dict[str, tuple[PaintedPainting, ...]] = {
        sitting.name(seat): () for (seat,) in rows[Easel]
    }
    parts = _Parts(rows)
    for (seat, number), (way, bonus, title) in sorted(rows[Painting].items()):
        painting = PaintedPainting(
            slots=parts.slots(seat, number) if way == Painting.Way.SLOTS else None,
            art=tuple(parts.art[seat, number]) if way == Painting.Way.ART else None,
            bonus=bonus,
            ribbons=parts.ribbons[seat, number],
            title=title or None,
        )
        paintings[sitting.name(seat)] += (painting,)
    edition, picked = rows[Setup].get((), ("", None))
    return State(
        players=sitting.players,
        cards=_cards(rows),
        paintings=paintings,
        inspiration={sitting.name(s): tokens for (s,), (tokens,) in rows[Inspiration].items()},
        judge_choice=sitting.name(picked) if picked else None,
        edition=edition or None,
        stopped=sitting.stopped,
    )


class _Parts:
    """The rows that belong to each painting, by seat and number."""

    def __init__(self, rows: Rows) -> None:
        self.icons: dict[Row, list[Icon]] = defaultdict(list)
        for (seat, number, slot, icon), _place in sorted(rows[PaintingIcon].items(), key=by_values):
            self.icons[seat, number, slot].append(icon)
        self.art: dict[Row, list[str]] = defaultdict(list)
        for (seat, number, _layer), (art,) in sorted(rows[PaintingLayer].items()):
            self.art[seat, number].append(art)
        self.ribbons: dict[Row, dict[str, int]] = defaultdict(dict)
        for (seat, number, card), (ribbons,) in rows[HandCount].items():
            self.ribbons[seat, number][card] = ribbons

    def slots(self, seat: int, number: int) -> Slots:
        return tuple([tuple(self.icons[seat, number, slot]) for slot in SLOT_NUMBERS])


def _cards(rows: Rows) -> tuple[Card, ...]:
    points: dict[int, list[int]] = defaultdict(list)
    for (place, _ribbons), (worth,) in sorted(rows[TableCardPoints].items()):
        points[place].append(worth)
    return tuple(
        [
            Card(name, condition or None, tuple(points[place]) or None)
            for (place,), (name, condition) in sorted(rows[TableCard].items())
        ]
    )


def derive(outcome: Outcome[Details], sitting: Sitting) -> Rows:
    ribbons: dict[Row, Row] = {
        (sitting.seat(name), number, card): (taken,)
        for name, paintings in outcome.details["paintings"].items()
        for number, painting in enumerate(paintings, 1)
        for card, taken in painting["ribbons"].items()
        if taken
    }
    return {Ribbons: ribbons}


def keep_copied_points(session: Session, before: State, after: State, action: str) -> None:  # noqa: ARG001
    """Remember in the group what a table has just copied from its cards."""
    if session.group is not None and after.cards != before.cards:
        keep_points(group=session.group, edition=edition_of(after), cards=after.cards)


STORE = Store(
    tables=TABLES,
    to_rows=to_rows,
    from_rows=from_rows,
    derived=(RIBBONS,),
    derive=derive,
    after_change=keep_copied_points,
)
