"""Remove files of photos that no row names: of what was deleted, or after a crash."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from scoring.folio.renditions import folio_storage, stored_folders
from scoring.models import Photo

MOST_REMOVED = 5_000  # files in a run
YOUNGEST = timedelta(hours=1)  # files that are being stored have no row yet


def remove_orphans(*, at: datetime, stopped: Callable[[], bool] = lambda: False) -> int:
    """Delete the files that no photo names; return how many."""
    removed = 0
    for name in _orphans(at):
        if removed >= MOST_REMOVED or stopped():
            break
        folio_storage().delete(name)
        removed += 1
    return removed


def _orphans(at: datetime) -> Iterator[str]:
    for names in stored_folders():
        of_photos = {name.partition("/")[2].partition("-")[0] for name in names}
        shown = set(Photo.objects.files_named(of_photos))
        waiting = set(Photo.objects.waiting_for(names))
        for name in names:
            is_shown = name.partition("/")[2].partition("-")[0] in shown
            if not is_shown and name not in waiting and _is_old(name, at):
                yield name


def _is_old(name: str, at: datetime) -> bool:
    try:
        return folio_storage().get_modified_time(name) < at - YOUNGEST
    except FileNotFoundError:
        return False
