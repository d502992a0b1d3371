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

from django.db.models import Count, Max, QuerySet

from scoring.core import standings
from scoring.core.standings import Place, Ranks
from scoring.models import Player, Result, Season, SeasonGame, Tally
from scoring.models.rows import BATCH
from scoring.totals.finished import EVERY_GAME, FinishedSession, PlayerResult, affected_players
from scoring.totals.place_counts import (
    Places,
    PlacesByGame,
    place_counts,
    sums,
    update_place_counts,
)
from scoring.totals.player_days import update_days
from scoring.totals.skill import Rating, is_anything_later, ratings_after, start_over

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


def update_standings(
    season: Season, removed: Sequence[FinishedSession], added: Sequence[FinishedSession]
) -> None:
    """Subtract sessions as they were from the season's standings, and add them as they are."""
    are_latest = not removed and not is_anything_later(season, added)
    ratings = ratings_after(season, removed, added, are_latest=are_latest)
    update_place_counts(season, removed, added)
    if not season.sessions_are_stale:  # else all of it is recomputed when they are not any more
        _update_games(season, removed, added, ratings, are_latest=are_latest)
    season.version += 1
    season.save(update_fields=["version", "sessions", "last_day", "skill_is_stale", "corrected_at"])


def _update_games(
    season: Season,
    removed: Sequence[FinishedSession],
    added: Sequence[FinishedSession],
    ratings: Mapping[int, Rating],
    *,
    are_latest: bool,
) -> None:
    players = affected_players(removed, added)
    if not players:
        return
    places = place_counts(season, players)
    for game in (EVERY_GAME, *sorted({session.game for session in (*removed, *added)})):
        of_game = _of_game(game, removed), _of_game(game, added)
        update_days(season, game, *of_game, places)
        _Standings(season, game).update(*of_game, places, ratings, are_latest=are_latest)


def rebuild_standings(season: Season) -> None:
    """Add everything up anew, from the results alone."""
    for rows in (season.place_counts, season.player_days, season.tallies):
        rows.all().delete()
    season.games.update(sessions=0, last_day=None)
    season.sessions, season.last_day = 0, None
    season.sessions_are_stale = season.days_are_stale = False
    sessions = list(finished_sessions(Result.objects.filter(season=season)))
    start_over(season)
    season.skill_is_stale = season.skill and bool(sessions)
    update_standings(season, [], sessions)
    season.save(update_fields=["sessions_are_stale", "days_are_stale"])


@dataclass(frozen=True, slots=True)
class ResultsOfGame:
    """What standings have of a game's results, or of all, beside how often each place was taken."""

    sessions: int
    last_day: date | None
    forms: Mapping[int, tuple[int, ...]]  # by player


def read_results(season: Season) -> dict[str, ResultsOfGame]:
    """Read what recompute_standings() needs after sessions were moved, which takes long."""
    games = (EVERY_GAME, *season.games.values_list("game", flat=True))
    return {game: _Standings(season, game).read_results() for game in games}


def recompute_standings(season: Season, read: Mapping[str, ResultsOfGame] | None = None) -> None:
    """Recompute a locked season's tallies from its place counts, by its rules as they are now.

    `read`: what its results say, if other sessions count than before."""
    places = place_counts(season)
    games = (EVERY_GAME, *season.games.values_list("game", flat=True))
    season.tallies.exclude(game__in=games).delete()
    for game in games:
        _Standings(season, game).recompute(places, read[game] if read else None)
    season.version += 1
    season.save(update_fields=["version", "sessions", "last_day"])


def reorder_standings(season: Season) -> None:
    """Order the standings again after a player's name changed: it decides where all else ties."""
    for game in (EVERY_GAME, *season.game_slugs()):
        _Standings(season, game).reorder()
    season.version += 1
    season.save(update_fields=["version"])


def _of_game(game: str, sessions: Sequence[FinishedSession]) -> list[FinishedSession]:
    return [session for session in sessions if game in {EVERY_GAME, session.game}]


def finished_sessions(results: QuerySet[Result]) -> Iterable[FinishedSession]:
    """Read sessions from their results; standings need neither seats nor facts."""
    of_session = ("session_id", "group_id", "season_id", "game", "played_on", "finished_at")
    of_player = ("player_id", "players", "rank", "sharing", "points", "decided_by")
    results = results.filter(player__isnull=False).order_by("session_id")
    rows = results.values_list(*of_session, *of_player).iterator(chunk_size=5_000)
    for (session, group, season, game, day, at), of_one in groupby(rows, key=lambda row: row[:6]):
        player_results = [
            PlayerResult(player, 0, Place(players, rank, sharing), points, decided_by)
            for player, players, rank, sharing, points, decided_by in (row[6:] for row in of_one)
        ]
        yield FinishedSession(session, group, season, game, day, at, tuple(player_results))


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
        *,
        are_latest: bool,
    ) -> None:
        """Update the tallies; `are_latest`: whether the sessions were played after all others."""
        changed = affected_players(removed, added)
        tallies = self._tallies()
        stored = {player: _column_values(tally) for player, tally in tallies.items()}
        last_before = self._totals.last_day
        last = self._last_day(last_before, removed, added)
        if last_before and (last is None or last < last_before):
            # The last day is gone: what all players were before the new last one is worked out.
            changed |= set(tallies)
            places = place_counts(self.season, changed)
        elif last != last_before:
            for tally in tallies.values():
                _copy_to_before_columns(tally)
        forms = _continued_forms(tallies, added) if are_latest else self._form(changed)
        self._renew(tallies, changed, places, last, forms)
        if not self.game:
            for player, rating in ratings.items():
                tallies[player].mu, tallies[player].sigma = rating
        self._rank(tallies, last)
        self._save(tallies, stored)
        self._totals.sessions += len(added) - len(removed)
        self._totals.last_day = last
        if isinstance(self._totals, SeasonGame) and (len(added), last) != (
            len(removed),
            last_before,
        ):
            self._totals.save(update_fields=["sessions", "last_day"])

    def read_results(self) -> ResultsOfGame:
        results = self._results().filter(player__isnull=False)
        counted = results.aggregate(
            sessions=Count("session", distinct=True), last_day=Max("played_on")
        )
        players = results.order_by("player").values_list("player_id", flat=True).distinct()
        return ResultsOfGame(**counted, forms=self._form(list(players)))

    def recompute(self, places: PlacesByGame, read: ResultsOfGame | None) -> None:
        tallies = self._tallies()
        stored = {player: _column_values(tally) for player, tally in tallies.items()}
        if read:
            self._totals.sessions, self._totals.last_day = read.sessions, read.last_day
        players = {player for player, by_game in places.items() if by_game[self.game]}
        forms = read.forms if read else {pk: tally.form for pk, tally in tallies.items()}
        self._renew(tallies, players | set(tallies), places, self._totals.last_day, forms)
        self._rank(tallies, self._totals.last_day)
        self._save(tallies, stored)
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
        forms: Mapping[int, tuple[int, ...]],
    ) -> None:
        """Recompute changed tallies, and what they were before the last day."""
        new = Player.objects.in_bulk(set(changed) - set(tallies))
        on_last, rules = self._places_on(last, changed), self.season.rules
        for player in changed:
            own_places = places.get(player, {}).get(self.game)
            if not own_places:
                tallies.pop(player, None)
                continue
            if player not in tallies:
                tallies[player] = Tally(season=self.season, game=self.game, player=new[player])
            tally = tallies[player]
            tally.form = forms[player]
            tally.plays, tally.sum, tally.places = sums(rules, own_places)
            before = own_places - on_last[player]
            tally.plays_before, tally.sum_before, tally.places_before = sums(rules, before)

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


def _continued_forms(
    tallies: Mapping[int, Tally], added: Sequence[FinishedSession]
) -> Mapping[int, tuple[int, ...]]:
    """Return the latest ranks of each player after sessions that were played after all others."""
    forms = {player: tuple(tally.form) for player, tally in tallies.items()}
    for session in sorted(added, key=lambda session: session.order):
        for result in session.results:
            latest = (*forms.get(result.player, ()), result.place.rank)
            forms[result.player] = latest[-LATEST_RANKS:]
    return forms


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
