"""What of groups the worker does: merge players, undo that, delete a group of many sessions."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.background.jobs import Done, JobFailed, Run, enqueue, kind
from scoring.groups.groups import close_group, delete_group, delete_some_sessions
from scoring.groups.merging import (
    CannotMerge,
    CannotUndoMerge,
    check_merge,
    merge,
    undo_merge,
)
from scoring.models import Group, Job, Merge, Player, Session
from scoring.models.locks import lock_group
from scoring.models.transactions import write_transaction
from scoring.totals.closed_seasons import ask_before_job

MERGE, UNDO, DELETE_GROUP = "merge-players", "undo-merge", "delete-group"
MOST_AT_ONCE = 200  # seats that are moved while the browser waits; more are a job
MOST_DELETED_AT_ONCE = 1_000  # sessions of a group that is deleted while the browser waits
MERGED = gettext_lazy(
    "%(source)s’s sessions now belong to %(target)s. You can undo this in the list of merged"
    " players."
)
PARTED = gettext_lazy("%(source)s has their own sessions back.")
LATER_MERGE = gettext_lazy("A later merge moved these sessions again; undo that one first.")


def merge_or_ask(*, source: Player, target: Player, actor: User | None) -> Job | None:
    """Merge two players, or ask the worker to if that takes long. Raises CannotMerge."""
    if actor is None or source.seats.count() <= MOST_AT_ONCE:
        merge(source=source, target=target, at=timezone.now(), actor=actor)
        return None
    check_merge(source, target)
    ask_before_job(Session.objects.filter(seats__player=source))
    arguments = {"source": source.pk, "target": target.pk}
    return enqueue(MERGE, asked_by=actor, arguments=arguments)


@write_transaction()
def undo_or_ask(merges: Iterable[Merge], *, actor: User | None) -> Job | None:
    """Undo merges in this order, or ask the worker to if that takes long.

    Raises CannotUndoMerge, and then undoes none. Returns the last job."""
    merges = list(merges)
    if actor is None or sum(merged.seats.count() for merged in merges) <= MOST_AT_ONCE:
        for merged in merges:
            undo_merge(merged, at=timezone.now())
        return None
    ask_before_job(Session.objects.filter(seats__merges__in=merges))
    jobs = [enqueue(UNDO, asked_by=actor, arguments={"merge": merged.pk}) for merged in merges]
    return jobs[-1]


@kind(MERGE, gettext_lazy("Merging two players"))
def merge_players(run: Run, *, source: int, target: int) -> Done:
    user = run.job.asked_by
    run.progress(0, 1)
    try:
        with write_transaction():
            one, other = _players(user, source, target)
            lock_group(one.group_id or 0)  # only players of a group are merged
            one, other = _players(user, source, target)  # again: it may have had to wait
            merge(source=one, target=other, at=timezone.now(), actor=user)
    except CannotMerge as refused:
        raise JobFailed(refused.sentence) from None
    return Done((MERGED % {"source": one.name, "target": other.name},), _players_page(other))


def _players(user: User | None, source: int, target: int) -> tuple[Player, Player]:
    """Return both players, as long as the user owns their group."""
    groups = Group.objects.managed_by(user) if user else Group.objects.none()
    players = Player.objects.filter(group__in=groups).in_bulk([source, target])
    if {*players} != {source, target}:
        raise JobFailed(_("One of the players has been deleted, or you no longer own the group."))
    return players[source], players[target]


@kind(UNDO, gettext_lazy("Undoing a merge"))
def undo(run: Run, *, merge: int) -> Done:
    user = run.job.asked_by
    merges = Merge.objects.managed_by(user) if user else Merge.objects.none()
    own = merges.select_related("source", "target__group").filter(pk=merge)
    merged = own.first()
    if merged is None:  # done already, perhaps by a worker that was killed right after
        return Done((_("This merge has been undone."),))
    try:
        undo_merge(merged, at=timezone.now(), progress=run.progress, confirm=own.get)
    except Merge.DoesNotExist:
        raise JobFailed(_("You no longer own this group, or it was deleted.")) from None
    except CannotUndoMerge:
        raise JobFailed(str(LATER_MERGE)) from None
    return Done((PARTED % {"source": merged.source.name},), _players_page(merged.source))


def _players_page(player: Player) -> str:
    return reverse("players", args=[player.group.slug]) if player.group else ""


# Deleting a group


@write_transaction()
def delete_group_or_ask(group: Group, *, actor: User | None) -> Job | None:
    """Delete a group, or ask the worker to if that takes long: then its owners alone see it."""
    if actor is None or group.sessions.count() <= MOST_DELETED_AT_ONCE:
        delete_group(group=group)
        return None
    close_group(group=group, at=timezone.now())
    arguments = {"group": group.pk, "name": group.name}
    return enqueue(DELETE_GROUP, asked_by=actor, arguments=arguments)


@kind(DELETE_GROUP, gettext_lazy("Deleting a group"))
def delete_large_group(run: Run, *, group: int, name: str) -> Done:
    """Delete a group a few hundred sessions at a time, so that no tap of another group waits."""
    user = run.job.asked_by
    own = (Group.objects.managed_by(user) if user else Group.objects.none()).filter(pk=group)
    to_delete = own.first()
    if to_delete is None and Group.objects.filter(pk=group).exists():
        raise JobFailed(_("You no longer own this group."))
    if to_delete is not None:
        total, done = to_delete.sessions.count(), 0
        try:
            while deleted := delete_some_sessions(group=to_delete, confirm=own.get):
                done += deleted
                run.progress(done, max(total, done))
            delete_group(group=to_delete)
        except Group.DoesNotExist:
            raise JobFailed(_("You no longer own this group.")) from None
    return Done((_("%(group)s has been deleted, with everything in it.") % {"group": name},))
