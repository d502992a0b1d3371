"""Read the files of new photos in the worker, and store three sizes of each.

Nothing that was sent is kept. Files are stored before the row that names them and deleted after it,
so that what is left after a crash is a file without a row: orphans.py removes those."""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db.models import F, Q
from django.utils import timezone

from scoring.background.limited_process import ProcessFailed, TookTooMuch, run_limited
from scoring.folio.decoding import TOO_LARGE, TOO_NARROW, WIDTHS
from scoring.models import Photo, Session
from scoring.models.locks import lock_free_rows, lock_session, lock_session_by_new_version
from scoring.models.photos import new_photo_name
from scoring.models.transactions import write_transaction

MOST_ATTEMPTS = 3
SILENCE = timedelta(minutes=1)  # of a worker, after which another one reads its photo
DAMAGED, LARGE, NARROW = "damaged", "large", "narrow"  # why a file was refused
REFUSALS = {TOO_LARGE: LARGE, TOO_NARROW: NARROW}
INCOMING = "incoming/"

Stopped = Callable[[], bool]


class Undecodable(Exception):
    """Raised for a file that is no photo, with the code of why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Renditions:
    """The sizes of a photo, the smallest first; `width` and `height` are of the largest."""

    width: int
    height: int
    contents: tuple[bytes, ...]


def folio_storage() -> Storage:
    return storages["folio"]


def file_name(name: str, width: int) -> str:
    return f"{name[:2]}/{name}-{width}.webp"


def files_of(name: str) -> list[str]:
    return [file_name(name, width) for width in WIDTHS]


def stored_folders() -> Iterator[list[str]]:
    """Yield the names of all files that are stored, also of those not read yet, by folder."""
    storage = folio_storage()
    try:
        folders = storage.listdir("")[0]
    except FileNotFoundError:  # no photo was ever stored
        return
    for folder in folders:
        yield [f"{folder}/{file}" for file in storage.listdir(folder)[1]]


def delete_files(names: Iterable[str]) -> None:
    for name in names:
        folio_storage().delete(name)


def make_renditions(content: bytes, turn: int = 0) -> Renditions:
    """Decode a photo in a process of its own. Raises Undecodable."""
    try:
        written = run_limited("scoring.folio.decoding", content, str(turn))
    except TookTooMuch:
        raise Undecodable(LARGE) from None
    except ProcessFailed as failed:
        raise Undecodable(REFUSALS.get(failed.status, DAMAGED)) from None
    head, _line, rest = written.partition(b"\n")
    value = json.loads(head)
    contents, at = [], 0
    for size in value["sizes"]:
        contents.append(rest[at : at + size])
        at += size
    return Renditions(value["width"], value["height"], tuple(contents))


# For the worker


def read_new_photos(is_stopped: Stopped = lambda: False) -> None:
    """Read the photos that wait, one after the other, also those whose worker was killed."""
    while not is_stopped() and (photo := _claim()):
        _read(photo)


def _claim() -> Photo | None:
    at = timezone.now()
    free = Q(tried_at=None) | Q(tried_at__lt=at - SILENCE)
    waiting = Photo.objects.to_read().filter(free)
    if not waiting.exists():
        return None  # without a transaction, which would lock the whole of SQLite
    with write_transaction():
        for pk in lock_free_rows(waiting, 1):
            Photo.objects.filter(pk=pk).update(attempts=F("attempts") + 1, tried_at=at)
            return Photo.objects.get(pk=pk)
    return None


def _read(photo: Photo) -> None:
    if photo.attempts > MOST_ATTEMPTS:  # it killed its worker each time
        _refuse(photo, DAMAGED)
        return
    try:
        with folio_storage().open(photo.incoming) as file:
            made = make_renditions(file.read(), photo.turn)
    except FileNotFoundError:
        _refuse(photo, DAMAGED)
    except Undecodable as problem:
        _refuse(photo, problem.code)
    else:
        _store(photo, made)


def _refuse(photo: Photo, code: str) -> None:
    """Note why a file was refused; a photo that could only not be turned stays as it is."""
    own = Photo.objects.filter(pk=photo.pk, incoming=photo.incoming)
    own.update(incoming="", turn=0, refusal="" if photo.width else code)
    if not photo.width:
        folio_storage().delete(photo.incoming)


def _store(photo: Photo, made: Renditions) -> None:
    name = new_photo_name()
    for file, content in zip(files_of(name), made.contents, strict=True):
        folio_storage().save(file, ContentFile(content))
    unused = _show(photo, name, made)
    delete_files(unused)


@write_transaction()
def _show(photo: Photo, name: str, made: Renditions) -> list[str]:
    """Let the photo be seen, instead of one that it replaces; return files that nothing names."""
    if not Session.objects.filter(pk=photo.session_id).exists():
        return [photo.incoming, *files_of(name)]
    lock_session(photo.session_id)
    # It may have been deleted, moved or turned meanwhile.
    now = Photo.objects.filter(pk=photo.pk, incoming=photo.incoming).first()
    if now is None:
        return [photo.incoming, *files_of(name)]
    unused = [now.incoming, *(files_of(now.name) if now.width else ())]
    for replaced in now.at_the_same_place():
        unused += [*files_of(replaced.name), *filter(None, [replaced.incoming])]
        replaced.delete()
    now.name, now.incoming, now.turn, now.attempts, now.tried_at = name, "", 0, 0, None
    now.width, now.height = made.width, made.height
    now.size = sum(map(len, made.contents))
    now.save()
    if not now.is_secret:
        lock_session_by_new_version(now.session_id)  # its screens show it
    return unused
