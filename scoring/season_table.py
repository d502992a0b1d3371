"""A season's table as it is shown: every number is kept already, so a page only words them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Season, Tally
from scoring.naming import Called, called
from scoring.skill import SHOWN_FROM, Rating
from scoring.standings import Rules, thousandths
from scoring.standings_wording import climbed, lines_of, shown, why

LINES = 100  # on one page
MARKED = 8  # from the top: those whose race is drawn
NEW = 10_000  # sorts above whoever climbed


class Kept(NamedTuple):
    """A line as it is stored."""

    player: int
    name: str
    nickname: str
    hidden: bool
    position: int
    rank: int | None
    decided_by: str
    plays: int
    added: int
    places: tuple[int, ...]
    form: tuple[int, ...]
    plays_before: int
    rank_before: int | None
    mu: float | None
    sigma: float | None


FIELDS = (
    "player_id",
    "player__name",
    "player__nickname",
    "player__hidden",
    "position",
    "rank",
    "decided_by",
    "plays",
    "sum",
    "places",
    "form",
    "plays_before",
    "rank_before",
    "mu",
    "sigma",
)


class Line(TypedDict):
    """In words; a template looks a key up faster than an attribute."""

    player: int
    name: str
    label: SafeString  # the name, linked where there is something to see
    rank: int | None
    moved: SafeString
    climbed: int
    plays: int
    wins: int
    form: SafeString
    value: SafeString  # linked to the sessions behind it
    number: int
    skill: str
    fold: str
    why: str
    misses: str
    place: int  # of its mark, 0 if it has none


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads, as far as the table differs by it."""

    inside: bool
    player_page: str  # up to the player's number, and nothing where there are no such pages
    sessions_page: str
    after: str = ""  # what follows the number there


@dataclass(frozen=True, slots=True)
class Page:
    """Of a table of any length."""

    ranked: list[Line]
    below: list[Line]
    top: tuple[int, ...]  # whose race is drawn
    number: int
    has_more: bool

    @property
    def following(self) -> int:
        return self.number + 1

    @property
    def lines(self) -> list[Line]:
        return [*self.ranked, *self.below]


def page(season: Season, game: str, number: int, reader: Reader) -> Page:
    """With the line above the first one, which says why that stands where it stands."""
    first = (number - 1) * LINES
    stored = Tally.objects.in_order(game).filter(season=season, position__gt=first - 1)
    rows = [Kept(*row) for row in stored.values_list(*FIELDS)[: LINES + 2]]
    above = rows.pop(0) if rows and rows[0].position == first else None
    shown_rows = rows[:LINES]
    lines = list(_lines(season, shown_rows, above, reader))
    return Page(
        ranked=[line for line in lines if line["rank"] is not None],
        below=[line for line in lines if line["rank"] is None],
        top=tuple([row.player for row in shown_rows[:MARKED] if row.rank]) if number == 1 else (),
        number=number,
        has_more=len(rows) > LINES,
    )


def _lines(
    season: Season, rows: Sequence[Kept], above: Kept | None, reader: Reader
) -> Iterable[Line]:
    rules = season.rules
    name_above = _called(above, reader).name if above else ""
    for row in rows:
        known = _called(row, reader)
        said = ""
        if above is not None:
            said = why(name_above, row.decided_by, row.places, above.places)
        yield _line(rules, row, known, said, reader)
        above, name_above = row, known.name


def _called(row: Kept, reader: Reader) -> Called:
    return called(row.name, row.nickname, row.hidden, inside=reader.inside)


def _line(rules: Rules, row: Kept, known: Called, said: str, reader: Reader) -> Line:
    number, wins, climb = thousandths(rules, row.added, row.plays), row.places[0], _climb(row)
    page = reader.player_page and known.is_known and f"{reader.player_page}{row.player}/"
    sessions = known.is_known and f"{reader.sessions_page}{row.player}/{reader.after}"
    return Line(
        player=row.player,
        name=known.name,
        label=_label(known, page or ""),
        rank=row.rank,
        moved=_moved(row, climb),
        climbed=climb,
        plays=row.plays,
        wins=wins,
        form=_form(row.form),
        value=_opened(sessions or "", shown(number)),
        number=number,
        skill=_skill(row),
        fold=lines_of(row.plays, wins),
        why=said,
        misses=_misses(rules.minimum - row.plays) if row.rank is None else "",
        place=row.position if row.position <= MARKED and row.rank else 0,
    )


def _label(known: Called, there: str) -> SafeString:
    linked = _linked(there, known.name)
    if not known.beside:
        return linked
    return format_html('{} <span class="small">{}</span>', linked, known.beside)


def _linked(there: str, text: str) -> SafeString:
    return format_html('<a href="{}">{}</a>', there, text) if there else _plain(text)


def _opened(there: str, text: str) -> SafeString:
    """In its place by htmx."""
    return format_html('<a href="{0}" hx-get="{0}">{1}</a>', there, text) if there else _plain(text)


def _plain(text: str) -> SafeString:
    return format_html("{}", text)


def _climb(row: Kept) -> int:
    if row.rank is None:
        return -NEW
    return NEW if row.rank_before is None else row.rank_before - row.rank


def _moved(row: Kept, climb: int) -> SafeString:
    if row.rank is None:
        return SafeString("")
    if row.rank_before is None:
        return format_html("{}", _("new"))
    arrow = "=" if not climb else f"▲{climb}" if climb > 0 else f"▼{-climb}"
    return format_html(
        '<span aria-hidden="true">{}</span><span class="unseen">{}</span>', arrow, climbed(climb)
    )


def _form(ranks: Sequence[int]) -> SafeString:
    """Numbers alone, the latest last; wins stand out."""
    said = [f"<b>{rank}</b>" if rank == 1 else str(rank) for rank in ranks]
    return mark_safe(" ".join(said))  # noqa: S308 (whole numbers)


def _skill(row: Kept) -> str:
    """Rounded to one decimal, from the third play on (L-8)."""
    if row.mu is None or row.sigma is None or row.plays < SHOWN_FROM:
        return ""
    return shown(round(Rating(row.mu, row.sigma).ordinal * 1_000))


def _misses(plays: int) -> str:
    return ngettext("%(number)d play short", "%(number)d plays short", plays) % {"number": plays}
