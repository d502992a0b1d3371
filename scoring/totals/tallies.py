"""The tallies of a season while they change: those of one game, or of all its games together.

They are read together for several games, and written together. Callers hold the season's lock."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any

from django.db.models import Max, QuerySet

from scoring.core import standings
from scoring.core.standings import Place, Ranks
from scoring.models import Player, Result, Season, SeasonGame, Tally
from scoring.models.rows import BATCH
from scoring.totals.finished import EVERY_GAME, FinishedSession, affected_players
from scoring.totals.latest_ranks import LatestRanks
from scoring.totals.place_counts import Places, PlacesByGame, sums

COLUMNS = (
    "position",
    "rank",
    "decided_by",
    "plays",
    "sum",
    "places",
    "form",
    "plays_before",
    "sum_before",
    "places_before",
    "rank_before",
    "mu",
    "sigma",
)

PlacesOnLastDay = Mapping[str, Mapping[int, Places]]  # by game and player


@dataclass
class Tallies:
    season: Season
    game: str
    # The row that has how many sessions count, and when the last one was played.
    totals: Season | SeasonGame
    rows: dict[int, Tally]  # by player
    changed: set[int] = field(default_factory=set)  # players whose tallies are to be renewed
    _stored: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    _stored_totals: tuple[int, date | None] = (0, None)

    def __post_init__(self) -> None:
        self._stored = {player: _column_values(tally) for player, tally in self.rows.items()}
        self._stored_totals = self.totals.sessions, self.totals.last_day

    @property
    def latest_ranks(self) -> LatestRanks:
        return {(self.game, player): tuple(tally.form) for player, tally in self.rows.items()}

    @property
    def has_new_last_day(self) -> bool:
        return self.totals.last_day != self._stored_totals[1]

    def count(self, removed: Sequence[FinishedSession], added: Sequence[FinishedSession]) -> None:
        """Count sessions, find the last day, and note whose tallies have to be renewed."""
        self.changed = affected_players(removed, added)
        last_before = self.totals.last_day
        last = self._last_day(last_before, removed, added)
        self.totals.sessions += len(added) - len(removed)
        self.totals.last_day = last
        if last_before and (last is None or last < last_before):
            # The last day is gone: what all players were before the new last one is worked out.
            self.changed |= set(self.rows)
        elif last != last_before:
            for tally in self.rows.values():
                _copy_to_before_columns(tally)

    def _last_day(
        self,
        last_before: date | None,
        removed: Sequence[FinishedSession],
        added: Sequence[FinishedSession],
    ) -> date | None:
        days = [session.played_on for session in added if session.played_on]
        latest = max(days, default=None)
        if last_before is None or (latest and latest >= last_before):
            return latest
        if any(session.played_on == last_before for session in removed):
            last: date | None = self._results().aggregate(last=Max("played_on"))["last"]
            return last
        return last_before

    def _results(self) -> QuerySet[Result]:
        results = Result.objects.filter(season=self.season)
        return results.filter(game=self.game) if self.game else results

    def renew(self, places: PlacesByGame, on_last: PlacesOnLastDay, ranks: LatestRanks) -> None:
        """Recompute changed tallies, and what they were before the last day.

        `on_last`: where they came on that day, unless nothing of before it changed; `ranks`: the
        latest ones of players who have others than before."""
        new = Player.objects.in_bulk(self.changed - set(self.rows))
        for player in self.changed:
            own_places = places.get(player, {}).get(self.game)
            if not own_places:
                self.rows.pop(player, None)
                continue
            if player not in self.rows:
                self.rows[player] = Tally(season=self.season, game=self.game, player=new[player])
            tally = self.rows[player]
            tally.form = ranks.get((self.game, player), tally.form)
            tally.plays, tally.sum, tally.places = sums(self.season.rules, own_places)
            if self.game in on_last:
                before = own_places - on_last[self.game].get(player, Counter())
                values = sums(self.season.rules, before)
                tally.plays_before, tally.sum_before, tally.places_before = values

    def rank(self) -> None:
        """Order the players as they are now, and as they were before the last day."""
        rules = self.season.rules
        now = [_current(tally) for tally in self.rows.values()]
        rows = standings.table(rules, now, partial(self._sessions_among, None))
        for position, row in enumerate(rows, 1):
            tally = self.rows[row.tally.player]
            tally.position, tally.rank, tally.decided_by = position, row.rank, row.decided_by or ""
        for tally in self.rows.values():
            tally.rank_before = None
        before = [_before(tally) for tally in self.rows.values() if tally.plays_before]
        last = self.totals.last_day
        for row in standings.table(rules, before, partial(self._sessions_among, last)):
            self.rows[row.tally.player].rank_before = row.rank

    def _sessions_among(self, before: date | None, players: Sequence[int]) -> Iterable[Ranks]:
        """Return these players' ranks, a session at a time; `before`: only of earlier days."""
        results = self._results().filter(player__in=players)
        if before is not None:
            results = results.filter(played_on__lt=before)
        sessions: dict[int, dict[int, int]] = defaultdict(dict)
        for session, player, rank in results.values_list("session_id", "player_id", "rank"):
            sessions[session][player] = rank
        return sessions.values()

    def removed_players(self) -> set[int]:
        return set(self._stored) - set(self.rows)

    def changed_rows(self) -> list[Tally]:
        return [
            tally
            for player, tally in self.rows.items()
            if self._stored.get(player) != _column_values(tally)
        ]

    def save_totals(self) -> None:
        """Save how many sessions there are; a season itself is saved by whoever changes it."""
        now = self.totals.sessions, self.totals.last_day
        if isinstance(self.totals, SeasonGame) and now != self._stored_totals:
            self.totals.save(update_fields=["sessions", "last_day"])


def read_tallies(season: Season, games: Collection[str]) -> list[Tallies]:
    """Read the tallies of these games; those of all games, if they are among them, come first."""
    totals: dict[str, Season | SeasonGame] = {EVERY_GAME: season}
    totals |= {of_game.game: of_game for of_game in season.games.filter(game__in=games)}
    rows: dict[str, dict[int, Tally]] = defaultdict(dict)
    for tally in season.tallies.filter(game__in=games).select_related("player"):
        rows[tally.game][tally.player_id] = tally
    return [Tallies(season, game, totals[game], rows[game]) for game in sorted(games)]


def save_tallies(season: Season, tallies: Sequence[Tallies]) -> None:
    for of_game in tallies:
        if removed := of_game.removed_players():
            season.tallies.filter(game=of_game.game, player__in=removed).delete()
        of_game.save_totals()
    Tally.objects.bulk_create(
        [tally for of_game in tallies for tally in of_game.changed_rows()],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["season", "game", "player"],
        update_fields=COLUMNS,
    )


# Where players came on the last day


def read_places_on_last_days(
    season: Season, tallies: Sequence[Tallies], players: Collection[int]
) -> PlacesOnLastDay:
    days = {of_game.game: of_game.totals.last_day for of_game in tallies}
    places: dict[str, dict[int, Places]] = {game: defaultdict(Counter) for game in days}
    results = season.results.filter(player__in=players, played_on__in=set(days.values()))
    names = ("game", "played_on", "player_id", "players", "rank", "sharing")
    for game, day, player, *place in results.values_list(*names):
        for of_game in {EVERY_GAME, game} & days.keys():
            if days[of_game] == day:
                places[of_game][player][Place(*place)] += 1
    return places


def places_on_new_last_days(
    tallies: Sequence[Tallies], added: Sequence[FinishedSession]
) -> PlacesOnLastDay:
    """Return where players came in sessions that were played after all others.

    What was before the last day stays as it is where that is not a new one."""
    places: dict[str, dict[int, Places]] = {}
    for of_game in tallies:
        if of_game.has_new_last_day:
            places[of_game.game] = defaultdict(Counter)
            for session in added:
                is_counted = of_game.game in {EVERY_GAME, session.game}
                if is_counted and session.played_on == of_game.totals.last_day:
                    for result in session.results:
                        places[of_game.game][result.player][result.place] += 1
    return places


def _column_values(tally: Tally) -> tuple[Any, ...]:
    return tuple([getattr(tally, name) for name in COLUMNS])


def _copy_to_before_columns(tally: Tally) -> None:
    """Begin a new last day: what the tally is now is what it was before that day."""
    tally.plays_before, tally.sum_before = tally.plays, tally.sum
    tally.places_before = tally.places


def _current(tally: Tally) -> standings.Tally:
    name = tally.player.name
    return standings.Tally(tally.player_id, name, tally.plays, tally.sum, tuple(tally.places))


def _before(tally: Tally) -> standings.Tally:
    name, places = tally.player.name, tuple(tally.places_before)
    return standings.Tally(tally.player_id, name, tally.plays_before, tally.sum_before, places)
