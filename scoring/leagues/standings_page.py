"""The standings of a season as a page shows them: stored numbers, worded for one kind of reader.

A page has a hundred rows: what a template would look up or convert for each is done here once, and
a row is rendered again only if it changed since somebody saw it last."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.core.standings import thousandths
from scoring.groups.visibility import VisibleName, visible_name
from scoring.leagues.queries import TallyRow, own_position, tally_rows
from scoring.leagues.wording import missing_plays, movement, value_shown, why
from scoring.models import Season
from scoring.totals.skill import SHOWN_FROM, Rating
from scoring.web.numbers import decimal_separator, with_decimals

ROWS_ON_A_PAGE = 100
MOST_MARKED = 8  # from the top: those whose race is drawn
PODIUM = 3
SHOWN_FIRST = 10  # rows on a phone; leagues.css hides the others
NEW = 10_000  # sorts above whoever climbed


class StandingsRow(NamedTuple):
    """One line of the standings. Numbers are text: templates format each number by its locale."""

    rank: str  # empty below the line
    place: str  # whose mark and colour the race uses; empty for all but the first few
    arrow: str  # how far the player climbed since the last evening
    climbed: str  # the same in words
    sort_climbed: str
    is_own: bool
    name: str
    nickname: str
    player_address: str  # empty where the player hides
    sessions_address: str  # what the value is made of; empty where the player hides
    why: str  # why the player is below the one above, where the value does not say it
    missing: str  # how many plays are missing for a rank
    plays: str
    wins: str
    plays_and_wins: str  # for narrow screens, which have no columns for them
    form: str  # the latest ranks, the last one last, as HTML
    skill: str | None  # nothing where the standings have no such column
    value: str
    sort_value: str


class Reader(NamedTuple):
    """For whom the standings are written."""

    is_member: bool
    own: int | None = None  # the player who they are


class Leader(NamedTuple):
    player: int
    rank: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class StandingsPage:
    ranked: list[str]  # rows as HTML
    below: list[str]  # the line: players who have too few plays for a rank
    leaders: list[Leader]  # on the first page: those whose race is drawn
    own: str  # the reader's row, who need not be on this page; empty if there is none
    number: int
    has_more: bool

    @property
    def next_number(self) -> int:
        return self.number + 1

    @property
    def rows_on_page(self) -> int:
        return len(self.ranked) + len(self.below)

    @property
    def is_long(self) -> bool:
        """Return whether a phone shows the first rows alone, until somebody asks for all."""
        return len(self.ranked) > SHOWN_FIRST

    @property
    def podium(self) -> list[Leader]:
        """Return whoever is among the first three, of whom some may share a rank."""
        return [leader for leader in self.leaders if leader.rank <= PODIUM][:PODIUM]

    @property
    def racing(self) -> dict[int, str]:
        """Map the players whose race is drawn to their names."""
        return {leader.player: leader.name for leader in self.leaders}

    @property
    def summary(self) -> str:
        """Name the first three, for previews of links to the page."""
        return " · ".join(
            f"{leader.rank}. {leader.name} {leader.value}" for leader in self.leaders[:PODIUM]
        )


def standings_page(season: Season, game: str, number: int, reader: Reader) -> StandingsPage:
    """Read one page of the standings, and the line above it: the first row says why it is below."""
    first = (number - 1) * ROWS_ON_A_PAGE + 1
    tallies = tally_rows(season, game, first - 1, ROWS_ON_A_PAGE + 2)
    above = tallies.pop(0) if tallies and tallies[0].position < first else None
    writer = _RowWriter(season, game, reader)
    on_page = tallies[:ROWS_ON_A_PAGE]
    rows = list(writer.rows(on_page, above))
    leaders = [
        Leader(tally.player, tally.rank, row.name, row.value)
        for tally, row in zip(on_page, rows, strict=True)
        if tally.rank and tally.position <= MOST_MARKED
    ]
    return StandingsPage(
        ranked=[_html(row) for row in rows if row.rank],
        below=[_html(row) for row in rows if not row.rank],
        leaders=leaders,
        own=_html(own) if (own := _own_row(season, game, reader, writer)) else "",
        number=number,
        has_more=len(tallies) > ROWS_ON_A_PAGE,
    )


def _own_row(
    season: Season, game: str, reader: Reader, writer: "_RowWriter"
) -> StandingsRow | None:
    """Write the reader's own row, with the reason why it is below the one above."""
    position = own_position(season, game, reader.own) if reader.own else None
    if position is None:
        return None
    *above, own = tally_rows(season, game, position - 1, 2 if position > 1 else 1)
    return next(writer.rows([own], above[0] if above else None))


def _html(row: StandingsRow) -> str:
    return _row_html(row, get_language())


# After a result a few rows are others: those who played, and whom they passed.
@lru_cache(maxsize=4096)
def _row_html(row: StandingsRow, _language: str) -> str:
    return render_to_string("leagues/_standings_row.html", {"row": row._asdict()})


# A form changes only when its player plays again.
@lru_cache(maxsize=4096)
def _form(ranks: tuple[int, ...]) -> str:
    return render_to_string("leagues/_form.html", {"ranks": ranks})


def has_skill_column(season: Season, game: str) -> bool:
    """Return whether these standings show skill: it is computed of all games together."""
    return season.skill and not game


class RowAddresses:
    """Addresses for all rows: to look each of them up would take longer than the rest of a row."""

    def __init__(self, season: Season, game: str) -> None:
        league = season.league
        self._player = reverse("player", args=[league.group.slug, 0]).removesuffix("0/")
        season_slugs = [league.group.slug, league.slug, season.slug]
        self._sessions = reverse("season_player", args=[*season_slugs, 0]).removesuffix("0/")
        self._query = f"?game={game}" if game else ""

    def player(self, player: int) -> str:
        return f"{self._player}{player}/"

    def sessions(self, player: int) -> str:
        return f"{self._sessions}{player}/{self._query}"


def _sorted_by_climbing(tally: TallyRow) -> int:
    """Return a number to sort by: who is new before who climbed, and last who has no rank."""
    if tally.rank is None:
        return -NEW
    return NEW if tally.rank_before is None else tally.rank_before - tally.rank


class _RowWriter:
    def __init__(self, season: Season, game: str, reader: Reader) -> None:
        self.rules, self.addresses, self.reader = season.rules, RowAddresses(season, game), reader
        self.with_skill = has_skill_column(season, game)
        self.separator = decimal_separator()
        self.plays, self.wins = _("Plays"), _("Wins")
        self.movement = cache(movement)

    def rows(self, tallies: Sequence[TallyRow], above: TallyRow | None) -> Iterator[StandingsRow]:
        name_above = self._name(above).name if above else ""
        for tally in tallies:
            name = self._name(tally)
            reason = why(name_above, tally.decided_by, tally.places, above.places) if above else ""
            yield self._row(tally, name, reason)
            above, name_above = tally, name.name

    def _name(self, tally: TallyRow) -> VisibleName:
        return visible_name(
            tally.name, tally.nickname, tally.hidden, is_member=self.reader.is_member
        )

    def _row(self, tally: TallyRow, name: VisibleName, reason: str) -> StandingsRow:
        value = thousandths(self.rules, tally.sum, tally.plays)
        arrow, in_words = self.movement(tally.rank, tally.rank_before)
        is_marked = tally.rank and tally.position <= MOST_MARKED
        return StandingsRow(
            rank=str(tally.rank or ""),
            place=str(tally.position) if is_marked else "",
            arrow=arrow,
            climbed=in_words,
            sort_climbed=str(_sorted_by_climbing(tally)),
            is_own=tally.player == self.reader.own,
            name=name.name,
            nickname=name.nickname,
            player_address=self.addresses.player(tally.player) if name.is_known else "",
            sessions_address=self.addresses.sessions(tally.player) if name.is_known else "",
            why=reason,
            missing="" if tally.rank else missing_plays(self.rules, tally.plays),
            plays=str(tally.plays),
            wins=str(tally.places[0]),
            plays_and_wins=f"{self.plays} {tally.plays} · {self.wins} {tally.places[0]}",
            form=_form(tally.form),
            skill=self._skill(tally),
            value=value_shown(self.rules, tally.sum, tally.plays, self.separator),
            sort_value=str(value),
        )

    def _skill(self, tally: TallyRow) -> str | None:
        """Write the rating, rounded to one decimal, from the third play on (L-8)."""
        if not self.with_skill:
            return None
        if tally.mu is None or tally.sigma is None or tally.plays < SHOWN_FROM:
            return ""
        ordinal = Rating(tally.mu, tally.sigma).ordinal
        return with_decimals(round(ordinal * 10), 1, self.separator)
