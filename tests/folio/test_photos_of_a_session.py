"""The page of a session's photos: adding, replacing, turning, moving and deleting them."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.utils import timezone

from games.artbox.rules import ROUNDS, Round
from scoring.folio import verbs
from scoring.folio.renditions import read_new_photos
from scoring.models import Photo, Session
from scoring.models.revisions import By
from scoring.sessions.players import change_players
from scoring.sessions.recording import record
from tests.builders.photos import picture, stored_files
from tests.builders.tables import finished_table, open_empty, phone
from tests.pages import words

pytestmark = pytest.mark.django_db

NAMES = ("Ida", "Joe", "Kim", "Lea")


@pytest.fixture
def table() -> Session:
    return open_empty("artbox", *NAMES)


def seated(session: Session) -> list[Client]:
    """Return a phone for each seat."""
    return [phone(session, place=place) for place in range(1, 5)]


def record_round(session: Session) -> None:
    """Record a round in which Joe, Kim and Lea recognised Ida's drawing, and nobody another one."""
    guesses = {name: {"Ida": 1} for name in NAMES[1:]}
    played = Round(finish=NAMES, invalid=(), guesses=guesses)
    change = lambda state: ROUNDS.add(state, played)  # noqa: E731
    record(session=session, change=change, action="round", by=By(at=timezone.now()))
    session.refresh_from_db()


def address(session: Session) -> str:
    return f"/table/{session.uuid}/photos/"


def send(client: Client, session: Session, key: str, content: bytes | None = None) -> Any:
    file = SimpleUploadedFile("holiday.jpg", picture() if content is None else content)
    response = client.post(address(session), {f"file-{key}": file})
    read_new_photos()
    return response


def keys(client: Client, session: Session) -> list[str]:
    page = client.get(address(session)).context["page"]
    return [card.drawing.key for step in page.steps for card in step.cards]


def test_a_photo_is_added_and_shown_to_the_others_once_its_round_is_recorded(
    table: Session,
) -> None:
    ida, joe, *_others = seated(table)
    (own,) = keys(ida, table)
    assert send(ida, table, own).status_code == 302
    photo = Photo.objects.get()
    assert ida.get(f"/photos/{photo.name}/320.webp").status_code == 200
    assert joe.get(f"/photos/{photo.name}/320.webp").status_code == 404
    record_round(table)
    assert joe.get(f"/photos/{photo.name}/320.webp").status_code == 200
    page = words(joe.get(f"/photos/{photo.name}/").content.decode())
    assert "A drawing by Ida: 3 of 3 recognised it" in page


def test_nothing_tells_the_others_of_a_photo_before_its_round_is_recorded(table: Session) -> None:
    ida, joe, *_others = seated(table)
    host = phone(table, hosts=True)
    pages = [address(table), f"/table/{table.uuid}/", f"/table/{table.uuid}/board/"]

    def shown() -> list[str]:
        # Each page has a key of its own, by which its taps count once.
        return [words(each.get(page).content.decode()) for each in (joe, host) for page in pages]

    before, version = shown(), table.version
    send(ida, table, keys(ida, table)[0])
    table.refresh_from_db()
    assert (shown(), table.version) == (before, version)
    photo = Photo.objects.get()
    for each in (joe, host):
        assert each.get(f"/photos/{photo.name}/").status_code == 404
        assert each.post(f"/photos/{photo.name}/", {"do": "delete"}).status_code == 404
        assert each.post(address(table), {"do": f"delete:{photo.name}"}).status_code == 404
    assert Photo.objects.exists()


def test_nobody_adds_a_secret_photo_for_a_seat_with_another_phone(table: Session) -> None:
    ida, joe, *_others = seated(table)
    (joes,) = [key for key in keys(joe, table) if key.endswith("-2-1")]
    assert send(ida, table, joes).status_code == 403
    assert not Photo.objects.exists()


def test_a_phone_is_passed_to_a_player_who_has_none(table: Session) -> None:
    host = phone(table, hosts=True)
    assert len(keys(host, table)) == 4
    send(host, table, keys(host, table)[2])
    assert Photo.objects.get().seat == table.seats.get(place=3)


def test_several_photos_are_sent_at_once(table: Session) -> None:
    record_round(table)
    ida = phone(table, place=1)
    recorded = [key for key in keys(ida, table) if not key.startswith("0-0-")]
    files = {f"file-{key}": SimpleUploadedFile("a.jpg", picture()) for key in recorded}
    assert ida.post(address(table), files).status_code == 302
    read_new_photos()
    assert Photo.objects.shown().count() == 4


def test_a_photo_that_arrives_after_its_round_was_recorded_belongs_to_it(table: Session) -> None:
    ida, *_others = seated(table)
    (own,) = keys(ida, table)
    record_round(table)
    send(ida, table, own)
    photo = Photo.objects.get()
    assert (photo.step, photo.is_secret) == (1, False)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<svg/>", "This file is not a photo"),
        (b"", "This file is not a photo"),
        (b"\xff\xd8\xff" + bytes(12 * 1024**2), "larger than 12 MB"),
    ],
    ids=["svg", "empty", "too large"],
)
def test_a_wrong_file_is_refused_with_a_sentence(
    table: Session, content: bytes, sentence: str
) -> None:
    ida = phone(table, place=1)
    response = send(ida, table, keys(ida, table)[0], content)
    assert response.status_code == 422
    assert sentence in words(response.content.decode())
    assert not Photo.objects.exists()
    assert stored_files() == []


def test_what_the_worker_cannot_read_says_so_at_its_place(table: Session) -> None:
    ida = phone(table, place=1)
    send(ida, table, keys(ida, table)[0], b"\xff\xd8\xff and no more")
    assert "could not be read" in words(ida.get(address(table)).content.decode())
    assert stored_files() == []


def test_a_photo_is_turned_moved_and_deleted(table: Session) -> None:
    record_round(table)
    host = phone(table, hosts=True)
    recorded = [key for key in keys(host, table) if not key.startswith("0-0-")]
    send(host, table, recorded[0])

    def press(button: str, **fields: str) -> None:
        name = Photo.objects.get().name
        fields = {key.replace("NAME", name): value for key, value in fields.items()}
        assert host.post(address(table), {"do": f"{button}:{name}", **fields}).status_code == 302
        read_new_photos()

    first = Photo.objects.get().name
    press("turn")
    turned = Photo.objects.get()
    assert (turned.width, turned.height) == (300, 400)
    assert host.get(f"/photos/{first}/320.webp").status_code == 404
    press("move", **{"to-NAME": recorded[1]})
    assert Photo.objects.get().seat == table.seats.get(place=2)
    press("delete")
    assert not Photo.objects.exists()


def test_a_deleted_photo_leaves_no_file(
    table: Session, django_capture_on_commit_callbacks: Any
) -> None:
    record_round(table)
    host = phone(table, hosts=True)
    send(host, table, keys(host, table)[0])
    name = Photo.objects.get().name
    with django_capture_on_commit_callbacks(execute=True):
        host.post(f"/photos/{name}/", {"do": "delete"})
    assert stored_files() == []
    assert host.get(f"/photos/{name}/320.webp").status_code == 404


@override_settings(FOLIO_SESSION_PHOTOS=0)
def test_a_full_session_says_so(table: Session) -> None:
    ida = phone(table, place=1)
    response = send(ida, table, keys(ida, table)[0])
    assert "no room for more photos" in words(response.content.decode())
    assert stored_files() == []


def test_the_board_of_artem_is_photographed_at_its_end() -> None:
    session = finished_table()
    ida = phone(session, place=1)
    send(ida, session, keys(ida, session)[0])
    page = ida.get(f"/photos/{Photo.objects.get().name}/")
    assert "The board at the end" in words(page.content.decode())


def test_a_photo_is_sent_with_a_policy_of_its_own(table: Session) -> None:
    record_round(table)
    host = phone(table, hosts=True)
    send(host, table, keys(host, table)[0])
    file = f"/photos/{Photo.objects.get().name}/320.webp"
    response = host.get(file)
    assert response.headers["Content-Type"] == "image/webp"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert set(response.headers["Cache-Control"].split(", ")) == {"private", "max-age=300"}
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    again = host.get(file, headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304
    with override_settings(FOLIO_ACCEL="/photos-of-nginx/"):
        sent_by_nginx = host.get(file)
    assert sent_by_nginx.content == b""
    assert sent_by_nginx.headers["X-Accel-Redirect"].startswith("/photos-of-nginx/")


def test_a_photo_follows_its_player_to_another_seat(table: Session) -> None:
    ida, joe, *_others = seated(table)
    for client in (ida, joe):
        send(client, table, keys(client, table)[0])
    by = By(at=timezone.now())
    change_players(session=table, names=["Joe", "Kim", "Lea", "Mia"], by=by)
    photo = Photo.objects.get()
    assert photo.seat == table.seats.get(place=1)
    assert joe.get(f"/photos/{photo.name}/320.webp").status_code == 200
    assert ida.get(f"/photos/{photo.name}/320.webp").status_code == 404


def test_a_round_that_is_recorded_meanwhile_gets_its_photo(
    table: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    ida, *_others = seated(table)
    (own,) = keys(ida, table)
    is_full = verbs.is_full

    def record_first(session: Session) -> bool:
        if not session.revisions.filter(action="round").exists():
            record_round(session)
        return is_full(session)

    monkeypatch.setattr(verbs, "is_full", record_first)
    send(ida, table, own)
    photo = Photo.objects.get()
    assert (photo.step, photo.is_secret) == (1, False)
