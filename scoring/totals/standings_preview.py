"""Preview what a change would do to the standings of seasons.

A change to a session is made, compared and rolled back: so the preview is exact, whatever the
change is, nobody else sees any of it, and no lock outlives it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.core import standings
from scoring.models import Player, Season, Session, Tally
from scoring.models.transactions import write_transaction
from scoring.registry import get_game
from scoring.totals.confirmation import without_asking
from scoring.totals.finished import EVERY_GAME
from scoring.web.numbers import ValueColumn

NameOf = Callable[[Player], str]


class PlayerStanding(NamedTuple):
    """A player's rank in the standings, in words."""

    rank: int | None  # None below the line
    value: Fraction


Standings = Mapping[int, PlayerStanding]  # of players, the first one first


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """A player before and after a change; None where the player is not in the standings."""

    player: int
    name: str
    before: PlayerStanding | None
    after: PlayerStanding | None
    value_before: str = ""
    value_after: str = ""

    @property
    def ranks(self) -> tuple[int | None, int | None]:
        return self.before and self.before.rank, self.after and self.after.rank

    @property
    def moves(self) -> bool:
        return self.after is None or self.ranks[0] != self.ranks[1]

    @property
    def places(self) -> list[str]:
        """Return the places before and after in words, or one if they are the same."""
        return list(dict.fromkeys([_place(self.before), _place(self.after)]))

    @property
    def values(self) -> list[str]:
        """Return the values before and after, or one if they look the same."""
        values = [value for value in (self.value_before, self.value_after) if value]
        return list(dict.fromkeys(values))


def _place(standing: PlayerStanding | None) -> str:
    if standing is None:
        return _("not in the standings")
    if standing.rank is None:
        return _("no rank")
    return _("rank %(rank)s") % {"rank": standing.rank}


def compared_values(before: Standings, after: Standings) -> list[list[Fraction]]:
    """Return the values that are above one another, and those of one player before and after."""
    pairs = [[before[player].value, after[player].value] for player in after if player in before]
    columns = [
        [of[player].value for player in part]
        for of in (before, after)
        for part in _ranked_and_below(of)
    ]
    return [*columns, *pairs]


def player_changes(
    before: Standings,
    after: Standings,
    names: Mapping[int, str],
    column: ValueColumn | None = None,
) -> list[PlayerChange]:
    """Compare all players, in their order after the change; those who leave come last.

    `column`: of a page with several such comparisons; else of this one."""
    players = dict.fromkeys([*after, *before])
    column = column or ValueColumn.of(*compared_values(before, after))
    values_before, values_after = _values(before, column), _values(after, column)
    return [
        PlayerChange(
            player,
            names[player],
            before.get(player),
            after.get(player),
            values_before.get(player, ""),
            values_after.get(player, ""),
        )
        for player in players
    ]


def _ranked_and_below(standings: Standings) -> list[list[int]]:
    """Return the players above the line and those below it, each in their order."""
    ranked = [player for player, standing in standings.items() if standing.rank is not None]
    below = [player for player, standing in standings.items() if standing.rank is None]
    return [ranked, below]


def _values(standings: Standings, column: ValueColumn) -> dict[int, str]:
    return {
        player: value
        for part in _ranked_and_below(standings)
        for player, value in zip(
            part, column.values([standings[player].value for player in part]), strict=True
        )
    }


@dataclass(frozen=True, slots=True)
class StandingsChange:
    """The players whose rank or value changes in the standings of a season."""

    season: Season
    game: str  # its name; empty for all games together
    players: tuple[PlayerChange, ...]


def preview_standings(
    session: Session, change: Callable[[], object], *, name_of: NameOf
) -> tuple[StandingsChange, ...]:
    """Return what a change to the session would do to the standings that it counts for.

    `change` calls the verb that makes it, whose refusals are raised here. `name_of` names players
    for the reader."""
    games = (EVERY_GAME, session.game)
    seasons = _seasons_of(session)
    with write_transaction(), without_asking():
        change()
        seasons |= _seasons_of(session)
        after = tallies_of(seasons, games)
        transaction.set_rollback(True)
    return standings_changes(tallies_of(seasons, games), after, name_of)


def _seasons_of(session: Session) -> set[int]:
    return set(Season.objects.with_session(session.pk).values_list("pk", flat=True))


Tallies = dict[tuple[int, str], list[Tally]]  # by season and game


def tallies_of(seasons: Collection[int], games: Collection[str]) -> Tallies:
    by_season: Tallies = {(season, game): [] for season in seasons for game in games}
    tallies = Tally.objects.filter(season__in=seasons, game__in=games)
    for tally in tallies.select_related("player", "season").order_by("position", "pk"):
        by_season[tally.season_id, tally.game].append(tally)
    return by_season


def standings_changes(
    before: Tallies, after: Tallies, name_of: NameOf
) -> tuple[StandingsChange, ...]:
    """Compare the standings; a game's own are left out where they change as those of all games."""
    pks = {season for season, _game in after}
    seasons = Season.objects.select_related("league").in_bulk(pks)
    changes: list[StandingsChange] = []
    # All of a season has the same number of decimals, so that one value never looks like two.
    columns = {
        season: ValueColumn.of(
            *(
                values
                for pk, game in after
                if pk == season
                for values in compared_values(
                    player_standings(before[pk, game]), player_standings(after[pk, game])
                )
            )
        )
        for season in pks
    }
    for pk, game in sorted(after):
        players = _changed_players(before[pk, game], after[pk, game], name_of, columns[pk])
        of_season = [change.players for change in changes if change.season.pk == pk]
        if players and players not in of_season:
            game_name = get_game(game).name if game else ""
            changes.append(StandingsChange(seasons[pk], game_name, players))
    return tuple(changes)


def _changed_players(
    before: list[Tally], after: list[Tally], name_of: NameOf, column: ValueColumn
) -> tuple[PlayerChange, ...]:
    names = {tally.player_id: name_of(tally.player) for tally in (*before, *after)}
    changes = player_changes(player_standings(before), player_standings(after), names, column)
    return tuple([change for change in changes if change.before != change.after])


def player_standings(tallies: list[Tally]) -> Standings:
    return {tally.player_id: PlayerStanding(tally.rank, _value(tally)) for tally in tallies}


def _value(tally: Tally) -> Fraction:
    counted = standings.Tally(tally.player_id, "", tally.plays, tally.sum)
    return standings.value(tally.season.rules, counted)
