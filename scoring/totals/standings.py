"""The stored standings of a season, updated with every result that counts.

There is one `Tally` for each player and game.

Callers hold the season's lock, and have written the results already. A season has standings of all
games together and of each of its games."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import groupby
from typing import Any

from django.db.models import Max, QuerySet

from scoring.core import standings
from scoring.core.standings import Aggregate, Place, Ranks
from scoring.models import PlaceCount, Player, PlayerDay, Result, Season, SeasonGame, Tally
from scoring.models.rows import BATCH, Table
from scoring.totals.finished import EVERY_GAME, FinishedSession, PlayerResult
from scoring.totals.skill import Rating, ratings_after, start_over
from scoring.totals.sums import add_up

LATEST_RANKS = 5  # latest ranks that are shown
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
PLACES = Table(
    PlaceCount, ("season_id", "player_id", "game", "players", "rank", "sharing"), ("plays",)
)
DAYS = Table(PlayerDay, ("season_id", "game", "player_id", "day"), ("plays", "gained"))
Places = Counter[Place]
PlacesByGame = Mapping[int, Mapping[str, Places]]  # player -> game -> how often each place


def update_standings(
    season: Season, removed: Sequence[FinishedSession], added: Sequence[FinishedSession]
) -> None:
    """Subtract sessions as they were from the season's standings, and add them as they are."""
    ratings = ratings_after(season, removed, added)
    _update_place_counts(season, removed, added)
    sessions = (*removed, *added)
    places = _place_counts(season, {player for session in sessions for player in session.players})
    for game in (EVERY_GAME, *sorted({session.game for session in sessions})):
        standings_of_game = _Standings(season, game)
        standings_of_game.update(_of_game(game, removed), _of_game(game, added), places, ratings)
    season.version += 1
    season.save(update_fields=["version", "sessions", "last_day", "skill_is_stale", "corrected_at"])


def rebuild_standings(season: Season) -> None:
    """Add everything up anew, from the results alone."""
    for rows in (season.place_counts, season.player_days, season.tallies):
        rows.all().delete()
    season.games.update(sessions=0, last_day=None)
    season.sessions, season.last_day = 0, None
    sessions = list(_finished_sessions(season))
    start_over(season)
    season.skill_is_stale = season.skill and bool(sessions)
    update_standings(season, [], sessions)


def reorder_standings(season: Season) -> None:
    """Order the standings again after a player's name changed: it decides where all else ties."""
    for game in (EVERY_GAME, *season.game_slugs()):
        _Standings(season, game).reorder()
    season.version += 1
    season.save(update_fields=["version"])


def _of_game(game: str, sessions: Sequence[FinishedSession]) -> list[FinishedSession]:
    return [session for session in sessions if game in {EVERY_GAME, session.game}]


def _finished_sessions(season: Season) -> Iterable[FinishedSession]:
    """Read the season's sessions from their results; standings need neither seats nor facts."""
    of_session = ("session_id", "group_id", "game", "played_on", "finished_at")
    of_player = ("player_id", "players", "rank", "sharing", "points", "decided_by")
    results = Result.objects.filter(season=season, player__isnull=False).order_by("session_id")
    rows = results.values_list(*of_session, *of_player).iterator(chunk_size=5_000)
    for (session, group, game, day, at), of_one in groupby(rows, key=lambda row: row[:5]):
        player_results = [
            PlayerResult(player, 0, Place(players, rank, sharing), points, decided_by)
            for player, players, rank, sharing, points, decided_by in (row[5:] for row in of_one)
        ]
        yield FinishedSession(session, group, season.pk, game, day, at, tuple(player_results))


# How often each player came to each place


def _update_place_counts(
    season: Season, removed: Sequence[FinishedSession], added: Sequence[FinishedSession]
) -> None:
    changes: Counter[tuple[Any, ...]] = Counter()
    for sessions, sign in ((removed, -1), (added, 1)):
        for session in sessions:
            for result in session.results:
                changes[season.pk, result.player, session.game, *result.place] += sign
    add_up(PLACES, {key: (plays,) for key, plays in changes.items()})
    if removed:
        players = {player for session in removed for player in session.players}
        PlaceCount.objects.filter(season=season, player__in=players, plays=0).delete()


def _place_counts(season: Season, players: Collection[int]) -> PlacesByGame:
    counts = PlaceCount.objects.filter(season=season, player__in=players)
    names = ("player_id", "game", "players", "rank", "sharing", "plays")
    places: dict[int, dict[str, Places]] = defaultdict(lambda: defaultdict(Counter))
    for player, game, *place, plays in counts.values_list(*names):
        for of_game in (EVERY_GAME, game):
            places[player][of_game][Place(*place)] += plays
    return places


# The standings of one game, or of all games together


@dataclass(frozen=True)
class _Standings:
    season: Season
    game: str

    @cached_property
    def _totals(self) -> Season | SeasonGame:
        """Return the row that has how many sessions count, and when the last one was played."""
        return self.season.games.get(game=self.game) if self.game else self.season

    def update(
        self,
        removed: Sequence[FinishedSession],
        added: Sequence[FinishedSession],
        places: PlacesByGame,
        ratings: Mapping[int, Rating],
    ) -> None:
        changed = {player for session in (*removed, *added) for player in session.players}
        self._update_days(removed, added, places)
        tallies = self._tallies()
        stored = {player: _column_values(tally) for player, tally in tallies.items()}
        last_before = self._totals.last_day
        last = self._last_day(last_before, removed, added)
        if last_before and (last is None or last < last_before):
            # The last day is gone: what all players were before the new last one is worked out.
            changed |= set(tallies)
            places = _place_counts(self.season, changed)
        elif last != last_before:
            for tally in tallies.values():
                _copy_to_before_columns(tally)
        self._renew(tallies, changed, places, last)
        if not self.game:
            for player, rating in ratings.items():
                tallies[player].mu, tallies[player].sigma = rating
        self._rank(tallies, last)
        self._save(tallies, stored)
        self._totals.sessions += len(added) - len(removed)
        self._totals.last_day = last
        if isinstance(self._totals, SeasonGame):
            self._totals.save(update_fields=["sessions", "last_day"])

    def reorder(self) -> None:
        tallies = self._tallies()
        stored = {player: _column_values(tally) for player, tally in tallies.items()}
        self._rank(tallies, self._totals.last_day)
        self._save(tallies, stored)

    def _results(self) -> QuerySet[Result]:
        results = Result.objects.filter(season=self.season)
        return results.filter(game=self.game) if self.game else results

    def _last_day(
        self,
        last_before: date | None,
        removed: Sequence[FinishedSession],
        added: Sequence[FinishedSession],
    ) -> date | None:
        if any(session.played_on == last_before for session in removed):
            last: date | None = self._results().aggregate(last=Max("played_on"))["last"]
            return last
        days = (last_before, *(session.played_on for session in added))
        return max((day for day in days if day), default=None)

    def _tallies(self) -> dict[int, Tally]:
        tallies = self.season.tallies.filter(game=self.game).select_related("player")
        return {tally.player_id: tally for tally in tallies}

    def _renew(
        self,
        tallies: dict[int, Tally],
        changed: Collection[int],
        places: PlacesByGame,
        last: date | None,
    ) -> None:
        """Recompute changed tallies, and what they were before the last day."""
        new = Player.objects.in_bulk(set(changed) - set(tallies))
        on_last, form = self._places_on(last, changed), self._form(changed)
        for player in changed:
            own_places = places.get(player, {}).get(self.game)
            if not own_places:
                tallies.pop(player, None)
                continue
            if player not in tallies:
                tallies[player] = Tally(season=self.season, game=self.game, player=new[player])
            tally = tallies[player]
            tally.form = form[player]
            tally.plays, tally.sum, tally.places = self._sums(own_places)
            before = own_places - on_last[player]
            tally.plays_before, tally.sum_before, tally.places_before = self._sums(before)

    def _sums(self, places: Places) -> tuple[int, int, tuple[int, ...]]:
        tally = standings.tally(self.season.rules, 0, "", places)
        return tally.plays, tally.sum, tally.places

    def _places_on(self, day: date | None, players: Collection[int]) -> Mapping[int, Places]:
        results = self._results().filter(player__in=players, played_on=day)
        places: dict[int, Places] = defaultdict(Counter)
        for player, *place in results.values_list("player_id", "players", "rank", "sharing"):
            places[player][Place(*place)] += 1
        return places

    def _form(self, players: Collection[int]) -> Mapping[int, tuple[int, ...]]:
        """Return the latest ranks of each player, the last one last.

        A query each: an index finds a few rows, however many a player has."""
        newest_first = self._results().order_by("-played_on", "-finished_at", "-session_id")
        ranks = newest_first.values_list("rank", flat=True)
        return {
            player: tuple(reversed(ranks.filter(player=player)[:LATEST_RANKS]))
            for player in players
        }

    # Ranks

    def _rank(self, tallies: Mapping[int, Tally], last: date | None) -> None:
        """Order the players as they are now, and as they were before the last day."""
        rules = self.season.rules
        now = [_current(tally) for tally in tallies.values()]
        rows = standings.table(rules, now, partial(self._sessions_among, None))
        for position, row in enumerate(rows, 1):
            tally = tallies[row.tally.player]
            tally.position, tally.rank, tally.decided_by = position, row.rank, row.decided_by or ""
        for tally in tallies.values():
            tally.rank_before = None
        before = [_before(tally) for tally in tallies.values() if tally.plays_before]
        for row in standings.table(rules, before, partial(self._sessions_among, last)):
            tallies[row.tally.player].rank_before = row.rank

    def _sessions_among(self, before: date | None, players: Sequence[int]) -> Iterable[Ranks]:
        """Return these players' ranks, a session at a time; `before`: only of earlier days."""
        results = self._results().filter(player__in=players)
        if before is not None:
            results = results.filter(played_on__lt=before)
        sessions: dict[int, dict[int, int]] = defaultdict(dict)
        for session, player, rank in results.values_list("session_id", "player_id", "rank"):
            sessions[session][player] = rank
        return sessions.values()

    def _save(self, tallies: Mapping[int, Tally], stored: Mapping[int, tuple[Any, ...]]) -> None:
        if missing := set(stored) - set(tallies):
            self.season.tallies.filter(game=self.game, player__in=missing).delete()
        changed = [
            tally for pk, tally in tallies.items() if stored.get(pk) != _column_values(tally)
        ]
        Tally.objects.bulk_create(
            changed,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["season", "game", "player"],
            update_fields=COLUMNS,
        )

    # What each player gained on each day

    def _update_days(
        self,
        removed: Sequence[FinishedSession],
        added: Sequence[FinishedSession],
        places: PlacesByGame,
    ) -> None:
        if not (removed or added):
            return
        if self.season.rules.aggregate == Aggregate.BEST:
            self._renew_days([*removed, *added], places)
            return
        changes: dict[tuple[Any, ...], tuple[int, int]] = defaultdict(lambda: (0, 0))
        for sessions, sign in ((removed, -1), (added, 1)):
            for session in sessions:
                for result in session.results:
                    key = (self.season.pk, self.game, result.player, session.played_on)
                    plays, gained = changes[key]
                    worth = standings.place_worth(self.season.rules, result.place)
                    changes[key] = (plays + sign, gained + sign * worth)
        add_up(DAYS, changes)
        if removed:
            players = {player for session in removed for player in session.players}
            days = self.season.player_days.filter(game=self.game, player__in=players, plays=0)
            days.delete()

    def _renew_days(self, sessions: Sequence[FinishedSession], places: PlacesByGame) -> None:
        """Recompute what was gained from the first changed day on.

        Where only the best results are added up, one result changes what later ones add."""
        players = {player for session in sessions for player in session.players}
        first = min(session.played_on for session in sessions if session.played_on)
        days = self.season.player_days.filter(game=self.game, player__in=players, day__gte=first)
        days.delete()
        results = self._results().filter(player__in=players, played_on__gte=first)
        names = ("player_id", "played_on", "players", "rank", "sharing")
        rows = results.order_by("player_id", "played_on").values_list(*names)
        new_days: list[PlayerDay] = []
        for player, of_player in groupby(rows, key=lambda row: row[0]):
            new_days += self._days(player, list(of_player), places[player][self.game])
        PlayerDay.objects.bulk_create(new_days, batch_size=BATCH)

    def _days(
        self, player: int, rows: Sequence[tuple[Any, ...]], places: Places
    ) -> Iterable[PlayerDay]:
        """Yield a player's days from the first of these rows on; `places`: all of the player's."""
        dated = [(day, Place(*place)) for _player, day, *place in rows]
        so_far = places - Counter([place for _day, place in dated])
        _plays, sum_before, _places = self._sums(so_far)
        for day, of_day in groupby(dated, key=lambda row: row[0]):
            places_of_day = Counter([place for _day, place in of_day])
            so_far += places_of_day
            _plays, sum_after, _places = self._sums(so_far)
            yield PlayerDay(
                season=self.season,
                game=self.game,
                player_id=player,
                day=day,
                plays=places_of_day.total(),
                gained=sum_after - sum_before,
            )
            sum_before = sum_after


def _batches(players: Sequence[int]) -> Iterable[Sequence[int]]:
    return (players[start : start + BATCH] for start in range(0, len(players), BATCH))


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
