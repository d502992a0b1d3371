"""Merging two players of a group that are one person: the preview, the refusals, merge and undo."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max, Min, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.models import Merge, Player, Result, SeasonSession, Seat, Session
from scoring.models.locks import (
    lock_group,
    lock_leagues,
    lock_many_sessions,
    lock_players_by_new_version,
    lock_seasons,
)
from scoring.models.sessions import SessionQuerySet
from scoring.models.transactions import write_transaction
from scoring.sessions.loading import load_stored
from scoring.totals.closed_seasons import Cause, What
from scoring.totals.facts import (
    PlayerFacts,
    added_up_facts,
    move_player_facts,
    player_facts,
    session_facts,
)
from scoring.totals.update import renew_totals

MOST_SHARED_SESSIONS = 5  # that the preview lists

Progress = Callable[[int, int], None]


class MergeRefusal(Enum):
    """Why two players cannot be merged."""

    SAME = "same"
    OTHER_GROUP = "other-group"
    MET = "met"  # L-10
    SOURCE_HAS_ACCOUNT = "source-has-account"
    BOTH_HAVE_ACCOUNTS = "both-have-accounts"


SENTENCES: dict[MergeRefusal, Promise] = {
    MergeRefusal.SAME: _("Choose two different players."),
    MergeRefusal.OTHER_GROUP: _("Only players of the same group can be merged."),
    MergeRefusal.MET: _("These two have played at the same table, so they are two people."),
    MergeRefusal.SOURCE_HAS_ACCOUNT: _(
        "This player has an account: merge the other one into this one."
    ),
    MergeRefusal.BOTH_HAVE_ACCOUNTS: _("Both have an account, so they are two people."),
}


class CannotMerge(Exception):
    def __init__(self, refusal: MergeRefusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal

    @property
    def sentence(self) -> str:
        return str(SENTENCES[self.refusal])


class CannotUndoMerge(Exception):
    """A later merge moved the seats on to a third player; it has to be undone first."""


def check_merge(source: Player, target: Player) -> None:
    """Raise CannotMerge if the two cannot be merged."""
    _group_of_both(source, target)
    if shared_seats(source, target).exists():
        raise CannotMerge(MergeRefusal.MET)
    # The player with an account stays: when the merge is undone, it is still theirs.
    if source.user_id is not None:
        both = target.user_id is not None
        raise CannotMerge(
            MergeRefusal.BOTH_HAVE_ACCOUNTS if both else MergeRefusal.SOURCE_HAS_ACCOUNT
        )


def _group_of_both(source: Player, target: Player) -> int:
    if source == target:
        raise CannotMerge(MergeRefusal.SAME)
    if source.group_id is None or source.group_id != target.group_id:
        raise CannotMerge(MergeRefusal.OTHER_GROUP)
    return source.group_id


def shared_seats(source: Player, target: Player) -> QuerySet[Seat]:
    """Return the target's seats at tables where the source sat, too."""
    return Seat.objects.filter(player=target, session__seats__player=source)


# The preview


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """The number of sessions of a player, and the days of the first and the last of them."""

    player: Player
    sessions: int
    first: date | None
    last: date | None


def player_history(player: Player) -> PlayerHistory:
    """Count a player's sessions; deleted ones too, since they can be brought back."""
    days = player.seats.aggregate(first=Min("session__played_on"), last=Max("session__played_on"))
    return PlayerHistory(player, player.seats.count(), days["first"], days["last"])


def preview_merge(source: Player, target: Player) -> dict[str, Any]:
    """Return what the merge page shows: both players, the tables they shared, why not to merge."""
    shared = shared_seats(source, target)
    tables = shared.select_related("session").order_by("-session__played_on", "-pk")
    one, other = player_history(source), player_history(target)
    days = [day for day in (one.first, other.first, one.last, other.last) if day]
    return {
        "source": one,
        "target": other,
        "together": one.sessions + other.sessions,
        "first": min(days, default=None),
        "last": max(days, default=None),
        "shared": [seat.session for seat in tables[:MOST_SHARED_SESSIONS]],
        "shared_count": shared.count(),
        "why_not": merge_refusal(source, target),
        "hides": source.hidden and not target.hidden,
    }


def merge_refusal(source: Player, target: Player) -> str:
    """Return the sentence that says why the two cannot be merged; an empty one if they can."""
    try:
        check_merge(source, target)
    except CannotMerge as refused:
        return refused.sentence
    return ""


# Merging


@write_transaction()
def merge(*, source: Player, target: Player, at: datetime, actor: User | None = None) -> Merge:
    """Give all seats and results of one player to another one of the group, and count them so.

    Names at past tables stay as they were. Raises CannotMerge."""
    group = _group_of_both(source, target)
    _lock_sessions(group, Session.objects.filter(pk__in=source.seats.values("session")))
    for player in (source, target):  # an account, a nickname: changed until the lock was ours
        player.refresh_from_db(fields=["user", "nickname", "hidden"])
    seats = list(source.seats.values_list("pk", flat=True))
    if not seats and (earlier := source.merges_away.filter(target=target).last()):
        return earlier  # the same form, sent twice
    check_merge(source, target)
    _keep_private(source, target)
    merged = Merge.objects.create(source=source, target=target, at=at, actor=actor)
    merged.seats.add(*seats)
    _move_seats(merged, source, target, at, What.MERGED)
    move_player_facts(source.pk, target.pk, player_facts(source.pk))
    return merged


def _keep_private(source: Player, target: Player) -> None:
    """Hide the target, or give them the nickname, where the source had chosen so."""
    hidden, nickname = target.hidden or source.hidden, target.nickname or source.nickname
    if (hidden, nickname) != (target.hidden, target.nickname):
        Player.objects.filter(pk=target.pk).update(hidden=hidden, nickname=nickname)


def undo_merge(
    merged: Merge,
    *,
    at: datetime,
    progress: Progress = lambda _done, _total: None,
    confirm: Callable[[], object] = lambda: None,
) -> None:
    """Give the seats that came with the merge back to the source. Raises CannotUndoMerge.

    `confirm`: raises if the person who asked no longer may; called when the group is locked.

    What these sessions add to the facts of a player follows from their rounds. To read them takes
    long, so it is done before anything is locked, and again for those that change meanwhile."""
    sessions = list(Session.objects.filter(seats__merges=merged).order_by("pk"))
    facts = SessionFacts(merged.target_id)
    for done, session in enumerate(sessions, 1):
        facts.read(session)
        progress(done, len(sessions))
    with write_transaction():
        moved = Session.objects.filter(pk__in=merged.seats.values("session"))
        _lock_sessions(merged.target.group_id or 0, moved)  # only players of a group are merged
        confirm()
        for session in moved.order_by("pk"):
            facts.read(session)
        if merged.seats.exclude(player=merged.target).exists():
            raise CannotUndoMerge
        _move_seats(merged, merged.target, merged.source, at, What.SEPARATED)
        move_player_facts(merged.target_id, merged.source_id, facts.added_up())
        merged.delete()


class SessionFacts:
    """The facts about a player that follow from the rounds of some sessions."""

    def __init__(self, player: int) -> None:
        self.player = player
        self._versions: dict[int, int] = {}
        self._facts: dict[int, PlayerFacts] = {}

    def read(self, session: Session) -> None:
        """Read a session, unless that was done and it has not changed since."""
        if self._versions.get(session.pk) != session.version:
            self._versions[session.pk] = session.version
            self._facts[session.pk] = session_facts(self.player, load_stored(session).finished)

    def added_up(self) -> PlayerFacts:
        return added_up_facts(self._facts.values())


def _lock_sessions(group: int, sessions: SessionQuerySet) -> None:
    lock_group(group)
    lock_many_sessions(sessions)
    lock_leagues(set(sessions.values_list("league", flat=True)))


def _move_seats(merged: Merge, old: Player, new: Player, at: datetime, what: What) -> None:
    """Move seats and results from one player to another; then compute what these add up to.

    This locks the players, too. Facts do not follow from results; they are moved afterwards."""
    seats = merged.seats.values("pk")
    results = Result.objects.filter(seat__in=seats)
    counted = SeasonSession.objects.filter(session__results__seat__in=seats)
    seasons = lock_seasons(set(counted.values_list("season", flat=True)))
    at_tables = Player.objects.filter(results__session__results__seat__in=seats)
    lock_players_by_new_version({old.pk, new.pk, *at_tables.values_list("pk", flat=True)})
    results.update(player=new)
    first = results.aggregate(day=Min("played_on"))["day"]
    cause = Cause(what=what, at=at)
    renew_totals({old.pk, new.pk}, seasons, since=first, cause=cause)
    Seat.objects.filter(merges=merged).update(player=new)
