"""Sums over all sessions of a group: careers, meetings of two players, facts, wins in a row."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import connection

from scoring.core.outcome import POINTS
from scoring.core.standings import LEAST_PLAYERS, beaten
from scoring.models import Career, GameFact, Group, Meeting, PlayerFact, Result
from scoring.models.rows import Row, Table
from scoring.totals.finished import EVERY_GAME, FinishedSession, Order
from scoring.totals.sums import add_up

AS_PLAYED = ("played_on", "finished_at", "session_id")
COUNTS = {"plays", "met", "times", "of"}  # columns; the others are 0 where these are
SUMS = ("plays", "wins", "share", "points", "without_points", "run", "longest_run")
CAREERS = Table(Career, ("player_id", "game"), SUMS)
MEETINGS = Table(Meeting, ("player_id", "other_id"), ("met", "ahead", "level"))
PLAYER_FACTS = Table(PlayerFact, ("player_id", "game", "what", "subject"), ("times", "of"))
GAME_FACTS = Table(GameFact, ("group_id", "game", "what", "subject"), ("times", "of"))

Addend = tuple[Row, Row]  # the key of a row, and what is added to its sums


def update_careers(removed: Sequence[FinishedSession], added: Sequence[FinishedSession]) -> None:
    for table, addends in (
        (CAREERS, _careers),
        (MEETINGS, _meetings),
        (PLAYER_FACTS, _player_facts),
        (GAME_FACTS, _game_facts),
    ):
        changes = _changes(addends, removed, added)
        add_up(table, changes)
        if fewer := {key[0] for key, sums in changes.items() if _counts_less(table, sums)}:
            _delete_empty(table, fewer)
    _update_runs(removed, added)


def rebuild_careers(group: Group, sessions: Iterable[FinishedSession]) -> None:
    """Add everything up anew, from nothing."""
    for model in (Career, Meeting, PlayerFact):
        model.objects.filter(player__group=group).delete()
    group.facts.all().delete()
    update_careers([], list(sessions))


def _changes(
    addends: Callable[[FinishedSession], Iterator[Addend]],
    removed: Sequence[FinishedSession],
    added: Sequence[FinishedSession],
) -> Mapping[Row, Row]:
    """Return by how much each row changes."""
    changes: dict[Row, Row] = {}
    for sessions, sign in ((removed, -1), (added, 1)):
        for session in sessions:
            for key, values in addends(session):
                before = changes.get(key, (0,) * len(values))
                changes[key] = tuple(
                    [total + sign * value for total, value in zip(before, values, strict=True)]
                )
    return changes


def _counts_less(table: Table, changes: Row) -> bool:
    """Whether a row might count nothing any more: what it adds up follows from what it counts."""
    counts = [value for name, value in zip(table.columns, changes, strict=True) if name in COUNTS]
    return bool(max(counts) <= 0 and min(counts) < 0)


def _delete_empty(table: Table, owners: set[Any]) -> None:
    """Delete rows of these players or groups that count nothing any more."""
    zeros = {name: 0 for name in table.columns if not name.endswith("run")}
    of_owners = {f"{table.key[0]}__in": owners}
    table.model._default_manager.filter(**of_owners, **zeros).delete()


# What one session adds


def _is_contest(session: FinishedSession) -> bool:
    """Return whether anybody could be beaten."""
    return session.results[0].place.players >= LEAST_PLAYERS


def _careers(session: FinishedSession) -> Iterator[Addend]:
    if not _is_contest(session):
        return
    for result in session.results:
        wins, share = int(result.place.rank == 1), beaten(result.place)
        without_points = int(result.points is None)
        values = (1, wins, share, result.points or 0, without_points, 0, 0)
        yield (result.player, EVERY_GAME), values
        yield (result.player, session.game), values


def _meetings(session: FinishedSession) -> Iterator[Addend]:
    for result in session.results:
        for other in session.results:
            if other is not result:
                rank, other_rank = result.place.rank, other.place.rank
                values = (1, int(rank < other_rank), int(rank == other_rank))
                yield (result.player, other.player), values


def _player_facts(session: FinishedSession) -> Iterator[Addend]:
    for fact in session.facts:
        yield (fact.player, session.game, fact.what, fact.subject), (fact.times, fact.of)
    if _is_contest(session):
        for variant in session.variants:
            for result in session.results:
                wins = int(result.place.rank == 1)
                yield (result.player, session.game, "variant", variant), (wins, 1)


def _game_facts(session: FinishedSession) -> Iterator[Addend]:
    def fact(what: str, subject: str, times: int, of: int) -> Addend:
        return (session.group, session.game, what, subject), (times, of)

    points = [result.points for result in session.results if result.points is not None]
    if points:
        yield fact("winning", "", max(points), 1)
    else:
        yield fact("without-points", "", 0, 1)
    for number in points:
        yield fact("points", "", number, 1)
    if not session.result_only:
        yield from _facts_of_play(session, fact, max(points))


def _facts_of_play(
    session: FinishedSession, fact: Callable[[str, str, int, int], Addend], most: int
) -> Iterator[Addend]:
    """Yield what a result alone does not say: seats, how ties were broken, variants."""
    for result in session.results:
        if _is_contest(session):
            yield fact("seat", str(result.seat), int(result.place.rank == 1), 1)
        if result.decided_by not in {"", POINTS}:
            yield fact("decided", result.decided_by, 1, 0)
    for variant in session.variants:
        yield fact("variant", variant, most, 1)


# Facts of one player

PlayerFacts = Mapping[tuple[str, str, str], Row]  # by game, what and subject: times, of


def player_facts(player: int) -> PlayerFacts:
    rows = PlayerFact.objects.filter(player=player).values_list(*PLAYER_FACTS.names[1:])
    return {(game, what, subject): sums for game, what, subject, *sums in rows}


def session_facts(player: int, sessions: Sequence[FinishedSession]) -> PlayerFacts:
    """Return what these sessions add to the facts of a player."""
    facts = _changes(_player_facts, [], sessions)
    return {
        (game, what, about): sums for (of, game, what, about), sums in facts.items() if of == player
    }


def added_up_facts(parts: Iterable[PlayerFacts]) -> PlayerFacts:
    facts: dict[tuple[str, str, str], Row] = {}
    for part in parts:
        for key, (times, of) in part.items():
            times_before, of_before = facts.get(key, (0, 0))
            facts[key] = times_before + times, of_before + of
    return facts


def move_player_facts(old: int, new: int, facts: PlayerFacts) -> None:
    """Take facts from one player and give them to another; both are locked."""
    add_up(PLAYER_FACTS, {(new, *key): tuple(sums) for key, sums in facts.items()})
    add_up(PLAYER_FACTS, {(old, *key): tuple([-n for n in sums]) for key, sums in facts.items()})
    _delete_empty(PLAYER_FACTS, {old})


# Wins in a row


def _update_runs(removed: Sequence[FinishedSession], added: Sequence[FinishedSession]) -> None:
    """Go on from the last runs where nothing later was played; else count all of them again."""
    before, after = _wins(removed), _wins(added)
    differing = {key for key in {*before, *after} if before.get(key) != after.get(key)}
    if not differing:
        return
    players = {player for player, _order in differing}
    dated = [session for session in (*removed, *added) if _has_order(session)]
    as_played = sorted(dated, key=lambda session: session.order)
    if not removed and not _is_anything_later(as_played, players):
        _continue_runs(as_played, players)
    else:
        _recount_runs(players)


def _has_order(session: FinishedSession) -> bool:
    return session.played_on is not None and _is_contest(session)


def _wins(sessions: Sequence[FinishedSession]) -> dict[tuple[int, Order], bool]:
    """Map each player and session to whether the player won it."""
    return {
        (result.player, session.order): result.place.rank == 1
        for session in sessions
        if _has_order(session)
        for result in session.results
    }


def _is_anything_later(sessions: Sequence[FinishedSession], players: Collection[int]) -> bool:
    """Return whether a player played something else after the first of these sessions."""
    others = Result.objects.exclude(session__in=[session.session for session in sessions])
    return others.filter(player__in=players).played_after(sessions[0].order).exists()


def _continue_runs(sessions: Sequence[FinishedSession], players: Collection[int]) -> None:
    games = {EVERY_GAME, *(session.game for session in sessions)}
    careers = Career.objects.filter(player__in=players, game__in=games)
    rows = careers.values_list("player_id", "game", "run", "longest_run")
    before = {(player, game): (run, longest) for player, game, run, longest in rows}
    after = dict(before)
    for session in sessions:
        for result in session.results:
            for key in ((result.player, EVERY_GAME), (result.player, session.game)):
                run = after[key][0] + 1 if result.place.rank == 1 else 0
                after[key] = run, max(after[key][1], run)
    changed = [(*runs, *key) for key, runs in after.items() if runs != before[key]]
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE scoring_career SET run = %s, longest_run = %s"
            " WHERE player_id = %s AND game = %s",
            changed,
        )


def _recount_runs(players: Collection[int]) -> None:
    """Count these players' wins in a row from all their dated results."""
    results = Result.objects.filter(player__in=players, played_on__isnull=False)
    as_played = results.filter(players__gte=LEAST_PLAYERS).order_by("player", *AS_PLAYED)
    runs: dict[tuple[int, str], int] = defaultdict(int)
    longest: dict[tuple[int, str], int] = defaultdict(int)
    rows = as_played.values_list("player_id", "game", "rank").iterator(chunk_size=5_000)
    for player, played, rank in rows:
        for career in ((player, EVERY_GAME), (player, played)):
            runs[career] = runs[career] + 1 if rank == 1 else 0
            longest[career] = max(longest[career], runs[career])
    changed = []
    for stored in Career.objects.filter(player__in=players):
        career = stored.player_id, stored.game
        if (stored.run, stored.longest_run) != (runs[career], longest[career]):
            stored.run, stored.longest_run = runs[career], longest[career]
            changed.append(stored)
    Career.objects.bulk_update(changed, ["run", "longest_run"])
