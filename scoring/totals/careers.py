"""What a group's evenings come to: careers, meetings, facts. Kept with every finished session."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import connection

from scoring.core.outcome import POINTS
from scoring.core.standings import LEAST_PLAYERS, beaten
from scoring.models import Career, GameFact, Group, Meeting, PlayerFact, Result
from scoring.models.rows import Row, Table
from scoring.totals.finished import EVERY_GAME, Finished
from scoring.totals.sums import add_up

IN_ORDER = ("played_on", "finished_at", "session_id")
Said = tuple[Row, Row]  # a key, and what is added to its sums
SUMS = ("plays", "wins", "share", "points", "run", "longest_run")
CAREERS = Table(Career, ("player_id", "game"), SUMS)
MEETINGS = Table(Meeting, ("player_id", "other_id"), ("met", "ahead", "level"))
PLAYER_FACTS = Table(PlayerFact, ("player_id", "game", "what", "subject"), ("times", "of"))
GAME_FACTS = Table(GameFact, ("group_id", "game", "what", "subject"), ("times", "of"))


def count(gone: Sequence[Finished], come: Sequence[Finished]) -> None:
    """Take these sessions out of everything that is added up, and put those in."""
    for table, say in (
        (CAREERS, _careers),
        (MEETINGS, _meetings),
        (PLAYER_FACTS, _player_facts),
        (GAME_FACTS, _game_facts),
    ):
        changes = _changes(say, gone, come)
        add_up(table, changes)
        if gone:
            _leave_out_empty(table, {keys[0] for keys in changes})
    _count_runs(gone, come)


def rebuild(group: Group, sessions: Iterable[Finished]) -> None:
    """From nothing but what was played."""
    for table in (Career, Meeting, PlayerFact):
        table.objects.filter(player__group=group).delete()
    group.facts.all().delete()
    count([], list(sessions))


def _changes(
    say: Callable[[Finished], Iterator[Said]], gone: Sequence[Finished], come: Sequence[Finished]
) -> Mapping[Row, Row]:
    changes: dict[Row, Row] = {}
    for sessions, sign in ((gone, -1), (come, 1)):
        for one in sessions:
            for key, values in say(one):
                before = changes.get(key, (0,) * len(values))
                changes[key] = tuple(
                    [was + sign * value for was, value in zip(before, values, strict=True)]
                )
    return changes


def _leave_out_empty(table: Table, owners: set[Any]) -> None:
    nothing = {name: 0 for name in table.columns if not name.endswith("run")}
    owned = {f"{table.key[0]}__in": owners}
    table.model._default_manager.filter(**owned, **nothing).delete()


# What one session says


def _is_contest(one: Finished) -> bool:
    return one.lines[0].place.players >= LEAST_PLAYERS


def _careers(one: Finished) -> Iterator[Said]:
    if not _is_contest(one):
        return
    for line in one.lines:
        values = (1, int(line.place.rank == 1), beaten(line.place), line.points, 0, 0)
        yield (line.player, EVERY_GAME), values
        yield (line.player, one.game), values


def _meetings(one: Finished) -> Iterator[Said]:
    for line in one.lines:
        for other in one.lines:
            if other is not line:
                mine, theirs = line.place.rank, other.place.rank
                yield (line.player, other.player), (1, int(mine < theirs), int(mine == theirs))


def _player_facts(one: Finished) -> Iterator[Said]:
    for told in one.told:
        yield (told.player, one.game, told.what, told.subject), (told.times, told.of)
    if _is_contest(one):
        for variant in one.variants:
            for line in one.lines:
                wins = int(line.place.rank == 1)
                yield (line.player, one.game, "variant", variant), (wins, 1)


def _game_facts(one: Finished) -> Iterator[Said]:
    def of(what: str, subject: str, times: int, of: int) -> Said:
        return (one.group, one.game, what, subject), (times, of)

    most = max(line.points for line in one.lines)
    yield of("winning", "", most, 1)
    for line in one.lines:
        yield of("points", "", line.points, 1)
        if _is_contest(one):
            yield of("seat", str(line.seat), int(line.place.rank == 1), 1)
        if line.decided_by not in {"", POINTS}:
            yield of("decided", line.decided_by, 1, 0)
    for variant in one.variants:
        yield of("variant", variant, most, 1)


# Wins in a row


def _count_runs(gone: Sequence[Finished], come: Sequence[Finished]) -> None:
    """Sessions that are the latest of all their players go on from the last; else all of it."""
    there = [one for one in (*gone, *come) if one.played_on and _is_contest(one)]
    players = {player for one in there for player in one.players}
    ordered = sorted(there, key=lambda one: one.order)
    if not ordered:
        return
    if not gone and not _is_overtaken(ordered, players):
        _go_on(ordered, players)
    else:
        for player in sorted(players):
            _start_over(player)


def _is_overtaken(ordered: Sequence[Finished], players: Collection[int]) -> bool:
    others = Result.objects.exclude(session__in=[one.session for one in ordered])
    return others.filter(player__in=players).played_after(ordered[0].order).exists()


def _go_on(ordered: Sequence[Finished], players: Collection[int]) -> None:
    games = {EVERY_GAME, *(one.game for one in ordered)}
    careers = Career.objects.filter(player__in=players, game__in=games)
    found = careers.values_list("player_id", "game", "run", "longest_run")
    before = {(player, game): (run, longest) for player, game, run, longest in found}
    now = dict(before)
    for one in ordered:
        for line in one.lines:
            for key in ((line.player, EVERY_GAME), (line.player, one.game)):
                run = now[key][0] + 1 if line.place.rank == 1 else 0
                now[key] = run, max(now[key][1], run)
    changed = [(*runs, *key) for key, runs in now.items() if runs != before[key]]
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE scoring_career SET run = %s, longest_run = %s"
            " WHERE player_id = %s AND game = %s",
            changed,
        )


def _start_over(player: int) -> None:
    results = Result.objects.filter(player=player, played_on__isnull=False)
    ordered = results.filter(players__gte=LEAST_PLAYERS).order_by(*IN_ORDER)
    runs: dict[str, int] = defaultdict(int)
    longest: dict[str, int] = defaultdict(int)
    for played, rank in ordered.values_list("game", "rank").iterator(chunk_size=5_000):
        for game in (EVERY_GAME, played):
            runs[game] = runs[game] + 1 if rank == 1 else 0
            longest[game] = max(longest[game], runs[game])
    for career in Career.objects.filter(player=player):
        career.run, career.longest_run = runs[career.game], longest[career.game]
        career.save(update_fields=["run", "longest_run"])
