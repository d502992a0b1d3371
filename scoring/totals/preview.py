"""What something would change in the tables of seasons: it is done, looked at, and taken back.

So it is exact, whatever it is; nobody else sees any of it, and no lock is kept longer."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.core import standings
from scoring.models import Player, Result, Season, Session, Tally
from scoring.registry import get_game
from scoring.totals.finished import EVERY_GAME
from scoring.web.numbers import decimals

NameOf = Callable[[Player], str]
Stand = tuple[int | None, Fraction]  # rank, none below the line; value
Key = tuple[int, str]  # season and game


@dataclass(frozen=True, slots=True)
class Shift:
    """One line of a table, before and after; None where it has none."""

    player: int
    name: str
    before: Stand | None
    after: Stand | None

    @property
    def ranks(self) -> tuple[int | None, int | None]:
        return _rank(self.before), _rank(self.after)

    @property
    def stands(self) -> list[str]:
        """In words; one where it stays."""
        said = [_stand(self.before), _stand(self.after)]
        return said[:1] if said[0] == said[1] else said

    @property
    def values(self) -> list[str]:
        """One where nothing else is shown."""
        said = [decimals(stand[1]) for stand in (self.before, self.after) if stand]
        return said[:1] if len(set(said)) == 1 else said


def _rank(stand: Stand | None) -> int | None:
    return stand[0] if stand else None


def _stand(stand: Stand | None) -> str:
    if stand is None:
        return _("not in the table")
    rank, _value = stand
    if rank is None:
        return _("below the line")
    return _("place %(rank)s") % {"rank": rank}


@dataclass(frozen=True, slots=True)
class TableChange:
    """What moves in one table of a season, in the order in which it is afterwards."""

    season: Season
    game: str  # its name; none where all games are meant
    shifts: tuple[Shift, ...]


def rehearsed(
    session: Session, act: Callable[[], object], *, name_of: NameOf
) -> tuple[TableChange, ...]:
    """`act`: does it, with the verb that would do it, and its refusals come through.

    `name_of`: what the reader may call a player."""
    games = (EVERY_GAME, session.game)
    counted = _counts_for(session)
    with transaction.atomic():
        act()
        counted |= _counts_for(session)
        after = _tables(counted, games)
        transaction.set_rollback(True)
    return _compared(_tables(counted, games), after, name_of)


def _counts_for(session: Session) -> set[int]:
    counts = Result.objects.filter(session=session, season__isnull=False)
    return set(counts.values_list("season_id", flat=True))


def _tables(seasons: Collection[int], games: Collection[str]) -> dict[Key, list[Tally]]:
    found: dict[Key, list[Tally]] = {(season, game): [] for season in seasons for game in games}
    lines = Tally.objects.filter(season__in=seasons, game__in=games)
    for line in lines.select_related("player", "season").order_by("position", "pk"):
        found[line.season_id, line.game].append(line)
    return found


def _compared(
    before: dict[Key, list[Tally]], after: dict[Key, list[Tally]], name_of: NameOf
) -> tuple[TableChange, ...]:
    """A game's own table only where it says something else than the table of all games."""
    known = Season.objects.select_related("league").in_bulk({season for season, _game in after})
    changes: list[TableChange] = []
    for (season, game), lines in sorted(after.items(), key=lambda table: table[0]):
        shifts = _shifts(before[season, game], lines, name_of)
        told = [change.shifts for change in changes if change.season.pk == season]
        if shifts and shifts not in told:
            changes.append(TableChange(known[season], get_game(game).name if game else "", shifts))
    return tuple(changes)


def _shifts(before: list[Tally], after: list[Tally], name_of: NameOf) -> tuple[Shift, ...]:
    was = {line.player_id: _stood(line) for line in before}
    now = {line.player_id: _stood(line) for line in after}
    players = {line.player_id: line.player for line in (*after, *before)}
    return tuple(
        [
            Shift(pk, name_of(player), was.get(pk), now.get(pk))
            for pk, player in players.items()
            if was.get(pk) != now.get(pk)
        ]
    )


def _stood(line: Tally) -> Stand:
    tally = standings.Tally(line.player_id, "", line.plays, line.sum)
    return line.rank, standings.value(line.season.rules, tally)
