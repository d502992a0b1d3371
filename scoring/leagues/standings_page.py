"""A season's table as it is shown: every number is kept already, so a page only words them.

Rows are written into a pattern that a template gives once: a tag for every number of every row
would cost more than all that is asked of the database."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypedDict

from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.core.standings import Rules, thousandths
from scoring.groups.visibility import VisibleName, visible_name
from scoring.leagues.queries import Kept, lines
from scoring.leagues.wording import climbed, why
from scoring.models import Season
from scoring.totals.skill import SHOWN_FROM, Rating
from scoring.web.numbers import decimal_separator, from_thousandths

LINES = 100  # on one page
MARKED = 8  # from the top: those whose race is drawn
NEW = 10_000  # sorts above whoever climbed


class Line(TypedDict):
    """What the pattern of a row is filled with: numbers, and text that is escaped."""

    rank: int | str
    moved: str
    climbed: int
    seat: str
    mark: str
    label: str  # the name, linked where there is something to see
    why: str
    misses: str
    plays: int
    wins: int
    form: str
    skill: str
    value: str  # linked to the sessions behind it
    number: int


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, as far as the table differs by it."""

    inside: bool
    player_page: str  # up to the player's number; nothing where there are no such pages
    sessions_page: str
    after: str = ""  # what follows the number there


class Told(NamedTuple):
    """Of those at the top: what else than the table speaks of them."""

    player: int
    rank: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Page:
    """Of a table of any length."""

    ranked: list[Line]
    below: list[Line]
    top: list[Told]
    number: int
    has_more: bool

    @property
    def following(self) -> int:
        return self.number + 1


def page(season: Season, game: str, number: int, reader: Reader) -> Page:
    """With the line above the first one, which says why that stands where it stands."""
    first = (number - 1) * LINES
    rows = lines(season.pk, game, first, LINES + 2)
    above = rows.pop(0) if rows and rows[0].position == first else None
    writer = _Writer(season.rules, reader)
    there = list(zip(rows[:LINES], writer.lines(rows[:LINES], above), strict=True))
    return Page(
        ranked=[line for row, line in there if row.rank is not None],
        below=[line for row, line in there if row.rank is None],
        top=[writer.told(row, row.rank) for row in rows[:MARKED] if row.rank and number == 1],
        number=number,
        has_more=len(rows) > LINES,
    )


def written(lines: Sequence[Line], pattern: str) -> SafeString:
    return mark_safe("".join([pattern % line for line in lines]))  # noqa: S308 (escaped above)


class _Writer:
    """Each phrase is looked up once a page."""

    def __init__(self, rules: Rules, reader: Reader) -> None:
        self.rules, self.reader = rules, reader
        self.separator = decimal_separator()
        self.marks = escape(static("scoring/marks.svg"))
        self.climbed: Callable[[int], str] = cache(_climbed)
        unranked = escape(_("no rank yet"))
        self.unranked = f'<span aria-hidden="true">–</span><span class="unseen">{unranked}</span>'
        self.why, self.new = escape(_("why here")), escape(_("new"))

    def lines(self, rows: Sequence[Kept], above: Kept | None) -> Iterable[Line]:
        name_above = self._called(above).name if above else ""
        for row in rows:
            known = self._called(row)
            said = above and why(name_above, row.decided_by, row.places, above.places)
            yield self._line(row, known, said or "")
            above, name_above = row, known.name

    def told(self, row: Kept, rank: int) -> Told:
        return Told(row.player, rank, self._called(row).name, self._shown(self._number(row)))

    def _called(self, row: Kept) -> VisibleName:
        return visible_name(row.name, row.nickname, row.hidden, is_member=self.reader.inside)

    def _number(self, row: Kept) -> int:
        return thousandths(self.rules, row.added, row.plays)

    def _shown(self, number: int) -> str:
        return from_thousandths(number, self.separator)

    def _line(self, row: Kept, known: VisibleName, said: str) -> Line:
        number, climb = self._number(row), _climb(row)
        place = row.position if row.rank and row.position <= MARKED else 0
        return Line(
            rank=row.rank or self.unranked,
            moved=self._moved(row, climb),
            climbed=climb,
            seat=f' class="seat-{place}"' if place else "",
            mark=self._mark(place) if place else "",
            label=self._label(row, known),
            why=f'<details class="small"><summary>{self.why}</summary>{escape(said)}</details>'
            if said
            else "",
            misses="" if row.rank else self._misses(row),
            plays=row.plays,
            wins=row.places[0],
            form=" ".join(["<b>1</b>" if rank == 1 else str(rank) for rank in row.form]),
            skill=self._skill(row),
            value=self._value(row, known, self._shown(number)),
            number=number,
        )

    def _mark(self, place: int) -> str:
        return (
            '<svg class="mark" aria-hidden="true" width="16" height="16">'
            f'<use href="{self.marks}#seat-{place}"/></svg> '
        )

    def _label(self, row: Kept, known: VisibleName) -> str:
        name: str = escape(known.name)
        if self.reader.player_page and known.is_known:
            name = f'<a href="{self.reader.player_page}{row.player}/">{name}</a>'
        return (
            f'{name} <span class="small">{escape(known.nickname)}</span>'
            if known.nickname
            else name
        )

    def _value(self, row: Kept, known: VisibleName, value: str) -> str:
        if not known.is_known:
            return value
        there = f"{self.reader.sessions_page}{row.player}/{self.reader.after}"
        return f'<a href="{there}" hx-get="{there}">{value}</a>'

    def _moved(self, row: Kept, climb: int) -> str:
        if row.rank is None:
            return ""
        return self.new if row.rank_before is None else self.climbed(climb)

    def _misses(self, row: Kept) -> str:
        plays = self.rules.minimum - row.plays
        said = ngettext("%(number)d play short", "%(number)d plays short", plays)
        return f'<span class="small">{escape(said % {"number": plays})}</span>'

    def _skill(self, row: Kept) -> str:
        """Rounded to one decimal, from the third play on (L-8)."""
        if row.mu is None or row.sigma is None or row.plays < SHOWN_FROM:
            return ""
        return self._shown(round(Rating(row.mu, row.sigma).ordinal * 1_000))


def _climb(row: Kept) -> int:
    if row.rank is None:
        return -NEW
    return NEW if row.rank_before is None else row.rank_before - row.rank


def _climbed(climb: int) -> str:
    said = escape(climbed(climb))
    arrow = "=" if not climb else f"▲{climb}" if climb > 0 else f"▼{-climb}"
    return f'<span aria-hidden="true">{arrow}</span><span class="unseen">{said}</span>'
