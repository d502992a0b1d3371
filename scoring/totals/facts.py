"""Sums that change with each session of a group: facts and meetings.

All else that is added up is computed from results each time. Facts of players and games come from
the rounds: to compute them would be to read and score all sessions of a player, 2 ms for each.
Meetings of two players come from results, but at 20,000 sessions of 50 players it takes 28 ms to
count those of four players, longer than all else that a final result does."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from django.db.models import Q

from scoring.core.outcome import POINTS
from scoring.models import GameFact, Group, Meeting, PlayerFact, Result
from scoring.models.rows import Row, Table
from scoring.totals.finished import FinishedSession
from scoring.totals.sums import add_up, replace_rows, rows_to_replace

MEETINGS = Table(Meeting, ("player_id", "other_id"), ("met", "ahead", "tied"))
PLAYER_FACTS = Table(PlayerFact, ("player_id", "game", "what", "subject"), ("times", "of"))
GAME_FACTS = Table(GameFact, ("group_id", "game", "what", "subject"), ("times", "of"))

Addend = tuple[Row, Row]  # the key of a row, and what is added to its sums


def update_facts(removed: Sequence[FinishedSession], added: Sequence[FinishedSession]) -> None:
    """Subtract sessions as they were, and add them as they are."""
    add_up(MEETINGS, _changes(_meetings, removed, added))
    add_up(PLAYER_FACTS, _changes(_player_facts, removed, added))
    add_up(GAME_FACTS, _changes(_game_facts, removed, added))


def rebuild_facts(group: Group, sessions: Iterable[FinishedSession]) -> None:
    """Add all sessions of a group up, from nothing."""
    for model in (Meeting, PlayerFact):
        model.objects.filter(player__group=group).delete()
    group.facts.all().delete()
    update_facts([], list(sessions))


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


# What one session adds


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
    if session.is_contest:
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
        if session.is_contest:
            yield fact("seat", str(result.seat), int(result.place.rank == 1), 1)
        if result.decided_by not in {"", POINTS}:
            yield fact("decided", result.decided_by, 1, 0)
    for variant in session.variants:
        yield fact("variant", variant, most, 1)


# Moving from one player to another


def renew_meetings(player: int) -> None:
    """Compute from results whom a player met; other players are locked, too."""
    meetings: dict[Row, Row] = {}
    for other, met, ahead, tied, behind in Result.objects.meetings(player):
        meetings[player, other] = met, ahead, tied
        meetings[other, player] = met, behind, tied
    rows = Meeting.objects.filter(Q(player=player) | Q(other=player))
    replace_rows(MEETINGS, rows_to_replace(MEETINGS, meetings, rows.values_list(*MEETINGS.names)))


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
