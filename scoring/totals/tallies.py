"""A season's tables, kept up with every result that counts: exact, however long the season is.

Everything here holds the season's lock, and the results are written already."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import chain, groupby
from typing import Any

from django.db import connection
from django.db.models import Max, QuerySet

from scoring.core import standings
from scoring.core.standings import Aggregate, Place, Ranks
from scoring.models import PlaceCount, Player, PlayerDay, Result, Season, SeasonGame, Tally
from scoring.models.rows import BATCH, Table
from scoring.totals.finished import EVERY_GAME, Finished, Line
from scoring.totals.skill import Rating, ratings_after
from scoring.totals.sums import add_up

LATEST = 5
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
Counts = Counter[Place]
Played = Mapping[int, Mapping[str, Counts]]  # player -> game -> places


def count(season: Season, gone: Sequence[Finished], come: Sequence[Finished]) -> None:
    """Take these sessions out of the season's tables, and put those in."""
    ratings = ratings_after(season, gone, come)
    _count_places(season, gone, come)
    everybody = {player for one in (*gone, *come) for player in one.players}
    played = _played(season, everybody)
    for game in (EVERY_GAME, *sorted({one.game for one in (*gone, *come)})):
        tab = _Tab(season, game)
        tab.count(_of(game, gone), _of(game, come), played, ratings)
    season.version += 1
    season.save(update_fields=["version", "sessions", "last_day", "skill_is_stale", "corrected_at"])


def rebuild(season: Season) -> None:
    """From nothing but the results."""
    for table in (season.place_counts, season.player_days, season.tallies):
        table.all().delete()
    season.games.update(sessions=0, last_day=None)
    season.sessions, season.last_day = 0, None
    season.skill_is_stale = season.skill  # worked out when it is wanted
    count(season, [], list(_finished(season)))


def order_again(season: Season) -> None:
    """After a player's name changed: names decide where all else is level."""
    for game in (EVERY_GAME, *season.games.values_list("game", flat=True)):
        _Tab(season, game).order_again()
    season.version += 1
    season.save(update_fields=["version"])


def _of(game: str, sessions: Sequence[Finished]) -> list[Finished]:
    return [one for one in sessions if game in {EVERY_GAME, one.game}]


def _finished(season: Season) -> Iterable[Finished]:
    names = ("group_id", "game", "played_on", "finished_at")
    line = ("player_id", "players", "rank", "sharing", "points", "decided_by")
    rows = Result.objects.filter(season=season, player__isnull=False).order_by("session_id")
    found = rows.values_list("session_id", *names, *line).iterator(chunk_size=5_000)
    for session, own in groupby(found, key=lambda row: row[0]):
        there = list(own)
        group, game, day, at = there[0][1:5]
        lines = [
            Line(player, 0, Place(players, rank, sharing), points, decided_by)
            for *_where, player, players, rank, sharing, points, decided_by in there
        ]
        yield Finished(session, group, season.pk, game, day, at, tuple(lines))


# Places


def _count_places(season: Season, gone: Sequence[Finished], come: Sequence[Finished]) -> None:
    changes: Counter[tuple[Any, ...]] = Counter()
    for sessions, sign in ((gone, -1), (come, 1)):
        for one in sessions:
            for line in one.lines:
                changes[season.pk, line.player, one.game, *line.place] += sign
    add_up(PLACES, {place: (plays,) for place, plays in changes.items()})
    if gone:
        players = {player for one in gone for player in one.players}
        PlaceCount.objects.filter(season=season, player__in=players, plays=0).delete()


def _played(season: Season, players: Collection[int]) -> Played:
    found = PlaceCount.objects.filter(season=season, player__in=players)
    names = ("player_id", "game", "players", "rank", "sharing", "plays")
    played: dict[int, dict[str, Counts]] = defaultdict(lambda: defaultdict(Counter))
    for player, game, *place, plays in found.values_list(*names):
        for shown in (EVERY_GAME, game):
            played[player][shown][Place(*place)] += plays
    return played


# One table


@dataclass(frozen=True)
class _Tab:
    season: Season
    game: str

    @cached_property
    def _kept(self) -> Season | SeasonGame:
        """Where it is kept how many sessions count, and when the last of them was played."""
        return self.season.games.get(game=self.game) if self.game else self.season

    def count(
        self,
        gone: Sequence[Finished],
        come: Sequence[Finished],
        played: Played,
        ratings: Mapping[int, Rating],
    ) -> None:
        touched = {player for one in (*gone, *come) for player in one.players}
        self._count_days(gone, come, played)
        lines = self._lines()
        stored = {player: _values(line) for player, line in lines.items()}
        was = self._kept.last_day
        last = self._last_day(was, gone, come)
        if was and (last is None or last < was):  # then others, too, were before it what they are
            touched |= set(lines)
            played = _played(self.season, touched)
        elif last != was:
            for line in lines.values():
                _pass_on(line)
        self._renew(lines, touched, played, last)
        if not self.game:
            for player, rating in ratings.items():
                lines[player].mu, lines[player].sigma = rating
        self._rank(lines, last)
        self._save(lines, stored)
        self._kept.sessions += len(come) - len(gone)
        self._kept.last_day = last
        if isinstance(self._kept, SeasonGame):
            self._kept.save(update_fields=["sessions", "last_day"])

    def order_again(self) -> None:
        lines = self._lines()
        stored = {player: _values(line) for player, line in lines.items()}
        self._rank(lines, self._kept.last_day)
        self._save(lines, stored)

    def _results(self) -> QuerySet[Result]:
        results = Result.objects.filter(season=self.season)
        return results.filter(game=self.game) if self.game else results

    def _last_day(
        self, was: date | None, gone: Sequence[Finished], come: Sequence[Finished]
    ) -> date | None:
        if any(one.played_on == was for one in gone):
            last: date | None = self._results().aggregate(last=Max("played_on"))["last"]
            return last
        return max((day for day in (was, *(one.played_on for one in come)) if day), default=None)

    def _lines(self) -> dict[int, Tally]:
        found = self.season.tallies.filter(game=self.game).select_related("player")
        return {line.player_id: line for line in found}

    def _renew(
        self, lines: dict[int, Tally], touched: Collection[int], played: Played, last: date | None
    ) -> None:
        """The lines of those who played, from the places that they came to."""
        new = Player.objects.in_bulk(set(touched) - set(lines))
        on_last, form = self._places_on(last, touched), self._form(touched)
        for player in touched:
            places = played.get(player, {}).get(self.game)
            if not places:
                lines.pop(player, None)
                continue
            if player not in lines:
                lines[player] = Tally(season=self.season, game=self.game, player=new[player])
            line = lines[player]
            line.form = form[player]
            line.plays, line.sum, line.places = self._tally(places)
            before = places - on_last[player]
            line.plays_before, line.sum_before, line.places_before = self._tally(before)

    def _tally(self, places: Counts) -> tuple[int, int, tuple[int, ...]]:
        tally = standings.tally(self.season.rules, 0, "", places)
        return tally.plays, tally.sum, tally.places

    def _places_on(self, day: date | None, players: Collection[int]) -> Mapping[int, Counts]:
        found = self._results().filter(player__in=players, played_on=day)
        places: dict[int, Counts] = defaultdict(Counter)
        for player, *place in found.values_list("player_id", "players", "rank", "sharing"):
            places[player][Place(*place)] += 1
        return places

    def _form(self, players: Collection[int]) -> Mapping[int, tuple[int, ...]]:
        """The latest ranks of each, the last one last."""
        found: dict[int, list[Any]] = defaultdict(list)
        for some in _batches(sorted(players)):
            with connection.cursor() as cursor:
                cursor.execute(*self._latest_statement(some))
                for player, rank, *order in cursor.fetchall():
                    found[player].append((order, rank))
        return {
            player: tuple([rank for _order, rank in sorted(own)]) for player, own in found.items()
        }

    def _latest_statement(self, players: Sequence[int]) -> tuple[str, list[Any]]:
        """A few rows of each, by the index; no ORM puts this into one query on both databases."""
        game = " AND game = %s" if self.game else ""
        one = (
            "SELECT * FROM (SELECT player_id, rank, played_on, finished_at, session_id"
            f" FROM scoring_result WHERE season_id = %s AND player_id = %s{game}"
            " ORDER BY played_on DESC, finished_at DESC, session_id DESC"
            f" LIMIT {LATEST}) AS latest"
        )
        own = [self.game] if self.game else []
        values = chain.from_iterable([self.season.pk, player, *own] for player in players)
        return " UNION ALL ".join([one] * len(players)), list(values)

    # Who is ahead

    def _rank(self, lines: Mapping[int, Tally], last: date | None) -> None:
        rules = self.season.rules
        now = [_as_it_is(line) for line in lines.values()]
        for at, row in enumerate(standings.table(rules, now, partial(self._met, None)), 1):
            line = lines[row.tally.player]
            line.position, line.rank, line.decided_by = at, row.rank, row.decided_by or ""
        for line in lines.values():
            line.rank_before = None
        before = [_as_it_was(line) for line in lines.values() if line.plays_before]
        for row in standings.table(rules, before, partial(self._met, last)):
            lines[row.tally.player].rank_before = row.rank

    def _met(self, before: date | None, players: Sequence[int]) -> Iterable[Ranks]:
        """The sessions of these players; `before` a day, if not all."""
        found = self._results().filter(player__in=players)
        if before is not None:
            found = found.filter(played_on__lt=before)
        sessions: dict[int, dict[int, int]] = defaultdict(dict)
        for session, player, rank in found.values_list("session_id", "player_id", "rank"):
            sessions[session][player] = rank
        return sessions.values()

    def _save(self, lines: Mapping[int, Tally], stored: Mapping[int, tuple[Any, ...]]) -> None:
        if left := set(stored) - set(lines):
            self.season.tallies.filter(game=self.game, player__in=left).delete()
        changed = [line for at, line in lines.items() if stored.get(at) != _values(line)]
        Tally.objects.bulk_create(
            changed,
            batch_size=BATCH,
            update_conflicts=True,
            unique_fields=["season", "game", "player"],
            update_fields=COLUMNS,
        )

    # Days

    def _count_days(
        self, gone: Sequence[Finished], come: Sequence[Finished], played: Played
    ) -> None:
        if not (gone or come):
            return
        if self.season.rules.aggregate == Aggregate.BEST:
            self._renew_days([*gone, *come], played)
            return
        changes: dict[tuple[Any, ...], tuple[int, int]] = defaultdict(lambda: (0, 0))
        for sessions, sign in ((gone, -1), (come, 1)):
            for one in sessions:
                for line in one.lines:
                    key = (self.season.pk, self.game, line.player, one.played_on)
                    plays, gained = changes[key]
                    worth = standings.place_worth(self.season.rules, line.place)
                    changes[key] = (plays + sign, gained + sign * worth)
        add_up(DAYS, changes)
        if gone:
            players = {player for one in gone for player in one.players}
            days = self.season.player_days.filter(game=self.game, player__in=players, plays=0)
            days.delete()

    def _renew_days(self, sessions: Sequence[Finished], played: Played) -> None:
        """What the best of a player's results come to changes from the day on that changed."""
        players = {player for one in sessions for player in one.players}
        first = min(one.played_on for one in sessions if one.played_on)
        old = self.season.player_days.filter(game=self.game, player__in=players, day__gte=first)
        old.delete()
        found = self._results().filter(player__in=players, played_on__gte=first)
        names = ("player_id", "played_on", "players", "rank", "sharing")
        rows = found.order_by("player_id", "played_on").values_list(*names)
        days: list[PlayerDay] = []
        for player, own in groupby(rows, key=lambda row: row[0]):
            days += self._days(player, list(own), played[player][self.game])
        PlayerDay.objects.bulk_create(days, batch_size=BATCH)

    def _days(
        self, player: int, rows: Sequence[tuple[Any, ...]], places: Counts
    ) -> Iterable[PlayerDay]:
        here = [(day, Place(*place)) for _player, day, *place in rows]
        so_far = places - Counter([place for _day, place in here])
        _plays, had, _places = self._tally(so_far)
        for day, own in groupby(here, key=lambda row: row[0]):
            today = Counter([place for _day, place in own])
            so_far += today
            _plays, has, _places = self._tally(so_far)
            yield PlayerDay(
                season=self.season,
                game=self.game,
                player_id=player,
                day=day,
                plays=today.total(),
                gained=has - had,
            )
            had = has


def _batches(players: Sequence[int]) -> Iterable[Sequence[int]]:
    return (players[at : at + BATCH] for at in range(0, len(players), BATCH))


def _values(line: Tally) -> tuple[Any, ...]:
    return tuple([getattr(line, name) for name in COLUMNS])


def _pass_on(line: Tally) -> None:
    """On a new day, what it was yesterday is what it is now."""
    line.plays_before, line.sum_before, line.places_before = line.plays, line.sum, line.places


def _as_it_is(line: Tally) -> standings.Tally:
    name = line.player.name
    return standings.Tally(line.player_id, name, line.plays, line.sum, tuple(line.places))


def _as_it_was(line: Tally) -> standings.Tally:
    name, places = line.player.name, tuple(line.places_before)
    return standings.Tally(line.player_id, name, line.plays_before, line.sum_before, places)
