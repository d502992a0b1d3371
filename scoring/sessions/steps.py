"""Follow a session's rounds from revision to revision, so that each photo stays with its round.

A round is known by the revision that added it and its position there. A revision stores for each
list of its State which entries it took over from the one before; `game.folio` names these lists:
the rounds of all, or the paintings of each player."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.models import Photo, Session

FOR_ALL = ""  # the name of a list that is no single player's; the others have the places of seats
AS_BEFORE = "="  # a revision that restores another one has the lists of that one

Round = tuple[int, int]  # the revision that added it, and its position there
Lists = Mapping[str, Sequence[Round]]
# List -> for each entry its position in the list before, None for a new one; or only how many
# entries there are, where they were added or removed at the end.
Steps = dict[str, Any]


def lists_of(game: Any, state: Any) -> dict[str, Sequence[object]]:
    """Return the entries of a State that may have photos, list by list."""
    if game.folio is None:
        return {}
    places = {name: str(place) for place, name in enumerate(state.players, 1)}
    lists: Mapping[str, Sequence[object]] = game.folio.lists(state)
    return {places.get(name, FOR_ALL): entries for name, entries in lists.items()}


def steps_between(
    before: Mapping[str, Sequence[object]],
    after: Mapping[str, Sequence[object]],
    moved: Mapping[str, Sequence[int | None]] | None = None,
) -> Steps | None:
    """Return what a revision stores of how its lists follow from those before; None: no change.

    `moved`: the positions before, where somebody said them. Otherwise an entry that was not changed
    is the same object, and one in the place of an entry that is gone is a correction of it."""
    steps: Steps = {}
    for name in before.keys() | after.keys():
        old, new = before.get(name, ()), after.get(name, ())
        said = (moved or {}).get(name, ())
        origins = list(said) if len(said) == len(new) else _origins(old, new)
        at_the_end = [at if at < len(old) else None for at in range(len(new))]
        if origins != at_the_end:
            steps[name] = origins
        elif len(old) != len(new):
            steps[name] = len(new)
    return steps or None


def _origins(old: Sequence[object], new: Sequence[object]) -> list[int | None]:
    positions = {id(entry): at for at, entry in enumerate(old)}
    same = [positions.get(id(entry)) for entry in new]
    left = {*range(len(old))} - {at for at in same if at is not None}
    return [at if was is None and at in left else was for at, was in enumerate(same)]


def read_lists(revisions: Iterable[tuple[int, int | None, Steps | None]]) -> dict[int, Lists]:
    """Return the lists of each revision; given in order, each with where it returned to."""
    lists: dict[int, Lists] = {}
    latest: Lists = {}
    for number, returned_to, steps in revisions:
        if returned_to is not None:
            latest = lists[returned_to]
        elif steps:
            latest = _follow(lists, latest, number, steps)
        lists[number] = latest
    return lists


def _follow(lists: Mapping[int, Lists], before: Lists, number: int, steps: Steps) -> Lists:
    if AS_BEFORE in steps:
        return lists[steps[AS_BEFORE]]
    after = dict(before)
    for name, stored in steps.items():
        old = before.get(name, ())
        origins = stored
        if isinstance(stored, int):
            origins = [at if at < len(old) else None for at in range(stored)]
        after[name] = [(number, at) if was is None else old[was] for at, was in enumerate(origins)]
    return after


def round_at(session: Session, name: str, step: int) -> Round | None:
    """Return the round that is recorded at this position, counted from 1, if there is one."""
    lists = read_lists(session.revisions.list_steps()).get(session.revision, {})
    rounds = lists.get(name, ())
    return rounds[step - 1] if 0 < step <= len(rounds) else None


def move_photos(session: Session, at: datetime) -> None:
    """Move the photos of a session after its latest change; hold its lock."""
    by_revision = read_lists(session.revisions.list_steps())
    before = by_revision.get(session.revision - 1, {})
    after = by_revision[session.revision]
    moved = []
    for photo in session.photos.exclude(step=0).select_related("seat"):
        name = str(photo.seat.place) if photo.own_list and photo.seat else FOR_ALL
        place = _place(photo, session.revision, before.get(name, ()), after.get(name, ()))
        if place != (photo.step, photo.recorded_in):
            photo.step, photo.recorded_in = place
            photo.recorded_as = _position(photo, after.get(name, ()))
            photo.removed_at = None if photo.step else (photo.removed_at or at)
            moved.append(photo)
    Photo.objects.bulk_update(moved, ["step", "recorded_in", "recorded_as", "removed_at"])


def _place(
    photo: Photo, revision: int, before: Sequence[Round], after: Sequence[Round]
) -> tuple[int | None, int | None]:
    """Return the step of a photo after a change, and the revision that added its round."""
    if photo.recorded_in is not None:
        own = (photo.recorded_in, photo.recorded_as)
        return (after.index(own) + 1 if own in after else None), photo.recorded_in
    if photo.step is None:
        return None, None
    shared = min(len(before), len(after))
    step = photo.step
    if list(before[:shared]) != list(after[:shared]):  # open rounds follow the recorded ones
        step += len(after) - len(before)
    if not 0 < step <= len(after):
        return (step if step > 0 else None), None
    is_new = after[step - 1][0] == revision
    return (step, revision) if is_new else (None, None)


def _position(photo: Photo, after: Sequence[Round]) -> int:
    """Return the position that its round had in the revision that added it."""
    if photo.step is None or photo.recorded_in is None:
        return photo.recorded_as
    return after[photo.step - 1][1]
