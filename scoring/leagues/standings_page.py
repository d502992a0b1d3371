"""The standings of a season as a page shows them: stored numbers, worded for one kind of reader.

A page has a hundred rows: what a template would look up or convert for each is done here once, and
a row is rendered again only if it changed since somebody saw it last."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.core.rounding import percent
from scoring.core.standings import exact_value, thousandths
from scoring.groups.visibility import VisibleName, visible_name
from scoring.leagues.queries import TallyRow, count_of_rank, tally_rows
from scoring.leagues.wording import distance, lead, missing_plays, movement, why, why_above
from scoring.models import Season
from scoring.totals.skill import SHOWN_FROM, Rating
from scoring.web.numbers import ValueColumn, with_decimals

ROWS_ON_A_PAGE = 100
MOST_MARKED = 8  # from the top: those whose race is drawn
PODIUM = 3  # the lowest rank on it
SHOWN_FIRST = 10  # rows on a phone; leagues.css hides the others
NEW = 10_000  # sorts above players who climbed


class StandingsRow(NamedTuple):
    """One line of the standings. Numbers are text: templates format each number by its locale."""

    rank: str  # empty below the line
    place: str  # whose mark and colour the race uses; empty for all but the first few
    arrow: str  # how far the player climbed since the last game day
    climbed: str  # the same in words
    sort_climbed: str
    player: str  # own-rows.js finds the reader's row by it; empty where the player hides
    distance: str  # of the player from the one above, for the player alone
    name: str
    nickname: str
    player_address: str  # empty where the player hides
    sessions_address: str  # what the value is made of; empty where the player hides
    why: str  # why the player is where they are, where the value does not say it
    missing: str  # how many plays are missing for a rank
    plays: str
    wins: str
    plays_and_wins: str  # for narrow screens, which have no columns for them
    form: str  # the latest ranks, the last one last, as HTML
    skill: str | None  # nothing where the standings have no such column
    value: str
    share: str  # of the first one's value, in percent
    sort_value: str


class Leader(NamedTuple):
    player: int
    rank: int
    name: str
    value: str


class PodiumStep(NamedTuple):
    """A rank of the podium, with everyone who shares it."""

    rank: int
    place: int  # whose mark and colour it has: of the first of them
    names: list[str]
    others: int  # who share the rank and are not named
    value: str


@dataclass(frozen=True, slots=True)
class StandingsPage:
    ranked: list[str]  # rows as HTML
    below: list[str]  # the line: players who have too few plays for a rank
    leaders: list[Leader]  # on the first page: those whose race is drawn
    podium: list[PodiumStep]  # on the first page: the ranks 1 to 3
    lead: str  # who leads by how much, or won; empty on other pages
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
    def racing(self) -> dict[int, str]:
        """Map the players whose race is drawn to their names."""
        return {leader.player: leader.name for leader in self.leaders}

    @property
    def summary(self) -> str:
        """Name the ranks 1 to 3, for previews of links to the page."""
        return " · ".join(
            f"{leader.rank}. {leader.name} {leader.value}"
            for leader in self.leaders
            if leader.rank <= PODIUM
        )


def standings_page(season: Season, game: str, number: int, *, is_member: bool) -> StandingsPage:
    """Read one page of the standings, and the line above it: the first row says why it is below."""
    first = (number - 1) * ROWS_ON_A_PAGE + 1
    tallies = tally_rows(season, game, first - 1, ROWS_ON_A_PAGE + 2)
    writer = _RowWriter(season, game, tallies, is_member=is_member)
    lead = writer.lead(tallies, is_over=season.closed_at is not None) if number == 1 else ""
    above = tallies.pop(0) if tallies and tallies[0].position < first else None
    on_page = tallies[:ROWS_ON_A_PAGE]
    next_page = tallies[ROWS_ON_A_PAGE:]
    rows = list(writer.rows(on_page, above, next_page[0] if next_page else None))
    leaders = [
        Leader(tally.player, tally.rank, row.name, row.value)
        for tally, row in zip(on_page, rows, strict=True)
        if tally.rank and tally.position <= MOST_MARKED
    ]
    return StandingsPage(
        ranked=[_html(row) for row in rows if row.rank],
        below=[_html(row) for row in rows if not row.rank],
        leaders=leaders,
        podium=list(_podium(season, game, leaders, tallies)),
        lead=lead,
        number=number,
        has_more=len(tallies) > ROWS_ON_A_PAGE,
    )


def _podium(
    season: Season, game: str, leaders: Sequence[Leader], tallies: Sequence[TallyRow]
) -> Iterator[PodiumStep]:
    """Put all of one rank on one step; those who are no leaders are only counted."""
    for rank, group in groupby(leaders, key=lambda leader: leader.rank):
        if rank <= PODIUM:
            sharing = list(group)
            goes_on = tallies[-1].rank == rank and len(tallies) > ROWS_ON_A_PAGE
            number = (
                count_of_rank(season, game, rank)
                if goes_on
                else sum(tally.rank == rank for tally in tallies)
            )
            names = [leader.name for leader in sharing]
            place = leaders.index(sharing[0]) + 1
            yield PodiumStep(rank, place, names, number - len(sharing), sharing[0].value)


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


def _is_ranked(tally: TallyRow) -> bool:
    return tally.rank is not None


class _RowWriter:
    """Write rows whose values all have the same number of decimals."""

    def __init__(
        self, season: Season, game: str, tallies: Sequence[TallyRow], *, is_member: bool
    ) -> None:
        self.rules, self.addresses = season.rules, RowAddresses(season, game)
        self.is_member = is_member
        self.with_skill = has_skill_column(season, game)
        self.plays, self.wins = _("Plays"), _("Wins")
        self.movement = cache(movement)
        parts = [
            [self._value(tally) for tally in part]
            for _ranked, part in groupby(tallies, key=_is_ranked)
        ]
        self.column = ValueColumn.of(*parts)
        self.first = max((value for part in parts for value in part), default=Fraction(0))

    def lead(self, tallies: Sequence[TallyRow], *, is_over: bool) -> str:
        """Say who is first, and how far ahead of the second."""
        if not tallies or tallies[0].rank is None:
            return ""
        first, *others = tallies
        if not others or others[0].rank is None:
            return lead([self._name(first).name], "", "", is_over=is_over)
        tied = [self._name(tally).name for tally in tallies if tally.rank == first.rank]
        second = others[0]
        apart = self.column.apart(self._value(first), self._value(second))
        return lead(tied, apart, self._name(second).name, is_over=is_over)

    def rows(
        self, tallies: Sequence[TallyRow], above: TallyRow | None, below: TallyRow | None
    ) -> Iterator[StandingsRow]:
        name_above = self._name(above).name if above else ""
        for tally, next_one in zip(tallies, [*tallies[1:], below], strict=False):
            name = self._name(tally)
            reason = why(name_above, tally.decided_by, tally.places, above.places) if above else ""
            apart = self._distance(tally, above or next_one, name_above)
            yield self._row(tally, name, reason, apart, next_one)
            above, name_above = tally, name.name

    def _distance(self, tally: TallyRow, other: TallyRow | None, name_above: str) -> str:
        """Say how far a player is from the next place; the first, how far ahead of the second."""
        if other is None or tally.rank is None or other.rank is None:
            return ""
        return distance(
            self.column.apart(self._value(tally), self._value(other)),
            name_above or self._name(other).name,
            is_tied=tally.rank == other.rank,
            is_ahead=not name_above,
        )

    def _value(self, tally: TallyRow) -> Fraction:
        return exact_value(self.rules, tally.sum, tally.plays)

    def _name(self, tally: TallyRow) -> VisibleName:
        return visible_name(tally.name, tally.nickname, tally.hidden, is_member=self.is_member)

    def _row(
        self,
        tally: TallyRow,
        name: VisibleName,
        reason: str,
        apart: str,
        below: TallyRow | None,
    ) -> StandingsRow:
        value = self._value(tally)
        value_below, exactly = None, ""
        if below is not None and _is_ranked(below) == _is_ranked(tally):
            value_below = self._value(below)
            if self.column.is_barely_above(value, value_below):
                exactly = why_above(value, self._name(below).name, value_below)
        arrow, in_words = self.movement(tally.rank, tally.rank_before)
        is_marked = tally.rank and tally.position <= MOST_MARKED
        return StandingsRow(
            rank=str(tally.rank or ""),
            place=str(tally.position) if is_marked else "",
            arrow=arrow,
            climbed=in_words,
            sort_climbed=str(_sorted_by_climbing(tally)),
            player=str(tally.player) if name.is_known else "",
            distance=apart,
            name=name.name,
            nickname=name.nickname,
            player_address=self.addresses.player(tally.player) if name.is_known else "",
            sessions_address=self.addresses.sessions(tally.player) if name.is_known else "",
            why=" ".join(filter(None, (reason, exactly))),
            missing="" if tally.rank else missing_plays(self.rules, tally.plays),
            plays=str(tally.plays),
            wins=str(tally.places[0]),
            plays_and_wins=f"{self.plays} {tally.plays} · {self.wins} {tally.places[0]}",
            form=_form(tally.form),
            skill=self._skill(tally),
            value=self.column.value(value, value_below),
            share=str(self._share(value)),
            sort_value=str(thousandths(self.rules, tally.sum, tally.plays)),
        )

    def _share(self, value: Fraction) -> int:
        return percent(value / self.first) if self.first > 0 else 0

    def _skill(self, tally: TallyRow) -> str | None:
        """Write the rating, rounded to one decimal, from the third play on (L-8)."""
        if not self.with_skill:
            return None
        if tally.mu is None or tally.sigma is None or tally.plays < SHOWN_FROM:
            return ""
        ordinal = Rating(tally.mu, tally.sigma).ordinal
        return with_decimals(round(ordinal * 10), 1, self.column.separator)
