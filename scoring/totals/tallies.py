"""The tallies of a season while they change: those of one game, or of all its games together.

They are read together for several games, and written together. Callers hold the season's lock."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any, TypeVar

from django.db.models import Case, Exists, Model, QuerySet, When

from scoring.core import standings
from scoring.core.standings import Place, Ranks
from scoring.models import Player, Result, Season, SeasonGame, SeasonSession, Tally
from scoring.models.rows import BATCH
from scoring.totals.finished import EVERY_GAME, FinishedSession, affected_players
from scoring.totals.latest_ranks import LatestRanks
from scoring.totals.place_counts import Places, PlacesByGame, Sums, change_of_places, sums

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

Saved = TypeVar("Saved", bound=Model)
PlacesOnLastDay = Mapping[str, Mapping[int, Places]]  # by game and player


@dataclass
class Tallies:
    season: Season
    game: str
    # The row that has how many sessions count, and when the last one was played.
    totals: Season | SeasonGame
    rows: dict[int, Tally]  # by player
    has_later: bool = False  # see read_tallies()
    changed: set[int] = field(default_factory=set)  # players whose tallies are to be renewed
    _change: Mapping[int, Places] = field(default_factory=dict)  # by player
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
        self._change = change_of_places(removed, added)
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
            return SeasonSession.objects.of(self.season, self.game).last_day()
        return last_before

    @property
    def new_players(self) -> set[int]:
        return self.changed - set(self.rows)

    def renew(
        self,
        places: PlacesByGame | None,
        on_last: PlacesOnLastDay,
        ranks: LatestRanks,
        new: Mapping[int, Player],
    ) -> None:
        """Recompute changed tallies, and what they were before the last day.

        `places`: all of the players'; None where all results are added up, so that those counted
        change the sums. `on_last`: where they came on that day, unless nothing of before it
        changed; `ranks`: the latest ones of players who have others than before; `new`: players
        without a tally."""
        for player in self.changed:
            last = on_last.get(self.game, {}).get(player, Counter())
            now, before = self._new_sums(player, places, last)
            if not now.plays:
                self.rows.pop(player, None)
                continue
            if player not in self.rows:
                self.rows[player] = Tally(season=self.season, game=self.game, player=new[player])
            tally = self.rows[player]
            tally.form = ranks.get((self.game, player), tally.form)
            tally.plays, tally.sum, tally.places = now
            if self.game in on_last:
                tally.plays_before, tally.sum_before, tally.places_before = before

    def _new_sums(
        self, player: int, places: PlacesByGame | None, last: Places
    ) -> tuple[Sums, Sums]:
        """Return what a player's places add up to, and what without those of the last day."""
        rules = self.season.rules
        if places is not None:
            own_places = places.get(player, {}).get(self.game, Counter())
            return sums(rules, own_places), sums(rules, own_places - last)
        stored = self.rows.get(player)
        now = sums(rules, self._change.get(player, Counter()))
        if stored is not None:
            now += Sums(stored.plays, stored.sum, stored.places)
        return now, now - sums(rules, last)

    def set_ratings(self, ratings: Mapping[int, tuple[float, float]]) -> None:
        for player, rating in ratings.items():
            self.rows[player].mu, self.rows[player].sigma = rating

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
        results = Result.objects.counting_for(self.season, self.game).filter(player__in=players)
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

    def changed_totals(self) -> list[SeasonGame]:
        """Return the row to save; a season itself is saved by whoever changes it."""
        now = self.totals.sessions, self.totals.last_day
        if isinstance(self.totals, SeasonGame) and now != self._stored_totals:
            return [self.totals]
        return []


def read_tallies(
    seasons: Iterable[Season],
    games: Collection[str],
    later: Mapping[int, QuerySet[SeasonSession]] | None = None,
) -> list[Tallies]:
    """Read the tallies of seasons in these games and in all games; those of all come first.

    `later`: by season, what `has_later` says whether there are any. All with one query, as phones
    wait for it, and one more where a game has no tallies yet."""
    own = {season.pk: season for season in seasons}
    totals: dict[tuple[int, str], Season | SeasonGame] = {
        (season.pk, EVERY_GAME): season for season in own.values()
    }
    rows: dict[tuple[int, str], dict[int, Tally]] = defaultdict(dict)
    have_later = set()
    tallies = Tally.objects.filter(season__in=list(own), game__in=[EVERY_GAME, *games])
    exist = [When(season=pk, then=Exists(sessions)) for pk, sessions in (later or {}).items()]
    tallies = tallies.annotate(has_later=Case(*exist, default=False))
    read: Iterable[Any] = tallies.select_related("player").with_totals_of_game()
    for tally in read:
        key = tally.season_id, tally.game
        rows[key][tally.player_id] = tally
        if tally.has_later:
            have_later.add(tally.season_id)
        if tally.games_pk is not None and key not in totals:
            totals[key] = SeasonGame(
                pk=tally.games_pk,
                season=own[tally.season_id],
                game=tally.game,
                sessions=tally.games_sessions,
                last_day=tally.games_last_day,
            )
    if any((season, game) not in totals for season in own for game in games):
        season_games = SeasonGame.objects.filter(season__in=list(own), game__in=games)
        totals |= {(of_game.season_id, of_game.game): of_game for of_game in season_games}
    return [
        Tallies(own[season], game, totals[season, game], rows[season, game], season in have_later)
        for season, game in sorted(totals)
    ]


def read_new_players(tallies: Iterable[Tallies]) -> Mapping[int, Player]:
    """Read the players who get a tally in any of these; one query for all of them, if any."""
    return Player.objects.in_bulk({player for each in tallies for player in each.new_players})


def save_tallies(tallies: Sequence[Tallies]) -> None:
    for of_game in tallies:
        if removed := of_game.removed_players():
            rows = of_game.season.tallies.filter(game=of_game.game, player__in=removed)
            rows.delete()
    changed_games = [total for of_game in tallies for total in of_game.changed_totals()]
    save_columns(SeasonGame, changed_games, ["sessions", "last_day"])
    Tally.objects.bulk_create(
        [tally for of_game in tallies for tally in of_game.changed_rows()],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["season", "game", "player"],
        update_fields=COLUMNS,
    )


def save_columns(model: type[Saved], rows: Sequence[Saved], columns: Sequence[str]) -> None:
    """Save these columns with one statement, and for a single row with a simple one."""
    if len(rows) == 1:
        rows[0].save(update_fields=columns)
    else:
        model._default_manager.bulk_update(rows, columns, batch_size=BATCH)


# Where players came on the last day


def read_places_on_last_days(
    season: Season, tallies: Sequence[Tallies], players: Collection[int]
) -> PlacesOnLastDay:
    days = {of_game.game: of_game.totals.last_day for of_game in tallies}
    places: dict[str, dict[int, Places]] = {game: defaultdict(Counter) for game in days}
    results = Result.objects.counting_for(season)
    results = results.filter(player__in=players, played_on__in=set(days.values()))
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
