"""The stored standings of a season: computed from its results, whatever happened to them.

There is one `Tally` for each player and game, and for each player in all games together. Callers
hold the season's lock, have written the results already, and save the season's own row."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet

from scoring.core import standings
from scoring.core.standings import Ranks
from scoring.models import Player, Result, Season, SeasonSession, Tally
from scoring.models.rows import BATCH
from scoring.totals.finished import EVERY_GAME, FinishedSession
from scoring.totals.latest_ranks import read_latest_ranks
from scoring.totals.places import Places, places_on_last_days, season_places
from scoring.totals.skill import ratings_after

COLUMNS = (
    *("position", "rank", "decided_by", "plays", "sum", "places", "form"),
    *("plays_before", "sum_before", "places_before", "rank_before", "mu", "sigma"),
)
Tallies = dict[int, Tally]  # of one game, by player
Counted = tuple[int, date | None]  # sessions, and the last day


@dataclass(frozen=True, slots=True)
class SeasonResults:
    """The results of players, in some games and in all together."""

    players: Collection[int] | None  # None: of all players
    stored: Mapping[str, Counted]  # by game: as the season has it
    counted: Mapping[str, Counted]
    places: Places
    on_last: Places  # on the last day of each game
    ranks: Mapping[str, Mapping[int, tuple[int, ...]]]  # by game and player: the latest ones


def read_results(
    season: Season,
    games: Collection[str] | None = None,
    players: Collection[int] | None = None,
) -> SeasonResults:
    """Read what the results of these players add up to; None: in all games, of all players."""
    stored = {of.game: (of.sessions, of.last_day) for of in season.games.all()}
    wanted = stored.keys() if games is None else stored.keys() & games
    counted = {**stored, **SeasonSession.objects.counted(season, wanted)}
    # A session counts for one game of the season, so that all of them are these together.
    stored[EVERY_GAME] = season.sessions, season.last_day
    counted[EVERY_GAME] = (
        sum(sessions for sessions, _last in counted.values()),
        max([last for _sessions, last in counted.values() if last], default=None),
    )
    affected = (EVERY_GAME, *sorted(wanted))
    last_days = {game: counted[game][1] for game in affected}
    if any(_is_gone(stored[game][1], last_day) for game, last_day in last_days.items()):
        players = None  # what all had before the last day is another
    places = season_places(season, players)
    return SeasonResults(
        players,
        {game: stored[game] for game in affected},
        {game: counted[game] for game in affected},
        places,
        places_on_last_days(season, last_days, players),
        {game: read_latest_ranks(season, game, _players(places, game)) for game in affected},
    )


def _players(places: Places, game: str) -> set[int]:
    return {player for of_game, player in places if of_game == game}


def _is_gone(before: date | None, now: date | None) -> bool:
    return before is not None and (now is None or now < before)


def renew_standings(
    season: Season, results: SeasonResults, rated: Sequence[FinishedSession] = ()
) -> None:
    """Store what results add up to by the season's rules, and order all players.

    `rated`: sessions that skill goes on with."""
    tables: dict[str, Tallies] = {game: {} for game in results.stored}
    tallies = Tally.objects.filter(season=season, game__in=list(tables))
    for tally in tallies.select_related("player"):
        tables[tally.game][tally.player_id] = tally
    stored = {tally.pk: _values(tally) for of_game in tables.values() for tally in of_game.values()}
    new = _read_new_players(results, tables)
    for game, of_game in tables.items():
        _renew(season, game, of_game, results, new)
    for player, rating in ratings_after(rated, tables[EVERY_GAME].values()).items():
        tables[EVERY_GAME][player].mu, tables[EVERY_GAME][player].sigma = rating
    for game, of_game in tables.items():
        _order(season, game, of_game, results.counted[game][1])
    _save(tables, stored)
    _save_totals(season, results)


def _read_new_players(
    results: SeasonResults, tables: Mapping[str, Tallies]
) -> Mapping[int, Player]:
    """Read the players who get a tally in any of these games; no query if nobody does."""
    players = {
        player
        for game, of_game in tables.items()
        for player in _players(results.places, game) - {*of_game}
    }
    return Player.objects.in_bulk(players) if players else {}


def _renew(
    season: Season,
    game: str,
    tallies: Tallies,
    results: SeasonResults,
    new: Mapping[int, Player],
) -> None:
    """Renew the tallies of the players whose results were read."""
    if results.stored[game][1] != results.counted[game][1]:
        # Players who did not play on the new last day had as much before it.
        for tally in tallies.values():
            tally.plays_before, tally.sum_before = tally.plays, tally.sum
            tally.places_before = tally.places
    players = {*tallies} if results.players is None else {*results.players}
    for player in players | _players(results.places, game):
        key = game, player
        places = results.places.get(key)
        if not places:
            tallies.pop(player, None)
            continue
        if player not in tallies:
            tallies[player] = Tally(season=season, game=game, player=new[player])
        tally, before = tallies[player], Counter(places)
        before.subtract(results.on_last.get(key, {}))
        now, earlier = (standings.tally(season.rules, player, "", +of) for of in (places, before))
        tally.plays, tally.sum, tally.places = now.plays, now.sum, now.places
        tally.plays_before, tally.sum_before = earlier.plays, earlier.sum
        tally.places_before, tally.form = earlier.places, results.ranks[game][player]


def _order(season: Season, game: str, tallies: Tallies, last_day: date | None) -> None:
    """Order the players as they are now, and as they were before the last day."""
    rules = season.rules
    now = [_counted(tally, tally.plays, tally.sum, tally.places) for tally in tallies.values()]
    for position, row in enumerate(standings.table(rules, now, _meetings(season, game)), 1):
        tally = tallies[row.tally.player]
        tally.position, tally.rank, tally.decided_by = position, row.rank, row.decided_by or ""
        tally.rank_before = None
    before = [
        _counted(tally, tally.plays_before, tally.sum_before, tally.places_before)
        for tally in tallies.values()
        if tally.plays_before
    ]
    for row in standings.table(rules, before, _meetings(season, game, last_day)):
        tallies[row.tally.player].rank_before = row.rank


def _counted(tally: Tally, plays: int, added: int, places: Sequence[int]) -> standings.Tally:
    return standings.Tally(tally.player_id, tally.player.name, plays, added, tuple(places))


def _meetings(season: Season, game: str, before: date | None = None) -> standings.Meetings:
    """Return a reader of tied players’ ranks; `before` limits it to earlier days."""

    def read(players: Sequence[int]) -> Iterable[Ranks]:
        results = Result.objects.counting_for(season, game)
        return ranks_among(results.filter(played_on__lt=before) if before else results, players)

    return read


def ranks_among(results: QuerySet[Result], players: Sequence[int]) -> Iterable[Ranks]:
    """Return these players' ranks, a session at a time."""
    sessions: dict[int, dict[int, int]] = defaultdict(dict)
    rows = results.filter(player__in=players).values_list("session_id", "player_id", "rank")
    for session, player, rank in rows:
        sessions[session][player] = rank
    return sessions.values()


def _values(tally: Tally) -> tuple[Any, ...]:
    return tuple([getattr(tally, name) for name in COLUMNS])


def _save(tables: Mapping[str, Tallies], stored: Mapping[int, tuple[Any, ...]]) -> None:
    """Save the tallies that are not as they are stored."""
    tallies = [tally for of_game in tables.values() for tally in of_game.values()]
    if gone := stored.keys() - {tally.pk for tally in tallies}:
        Tally.objects.filter(pk__in=gone).delete()
    Tally.objects.bulk_create(
        [tally for tally in tallies if stored.get(tally.pk) != _values(tally)],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["season", "game", "player"],
        update_fields=COLUMNS,
    )


def _save_totals(season: Season, results: SeasonResults) -> None:
    season.sessions, season.last_day = results.counted[EVERY_GAME]
    for game, (sessions, last_day) in results.counted.items():
        if game and results.stored[game] != (sessions, last_day):
            season.games.filter(game=game).update(sessions=sessions, last_day=last_day)


def reorder_standings(season: Season) -> None:
    """Order the standings again after a player's name changed: it decides where all else ties."""
    if not season.sessions_are_stale:
        renew_standings(season, read_results(season, players=()))
