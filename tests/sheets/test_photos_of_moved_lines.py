"""A photo stays with its round when lines of the score sheet are moved, inserted and deleted."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.canvas.rules import Painting, put_paintings
from games.duplik.rules import ROUNDS, Round
from scoring.models import Photo, Session
from scoring.models.revisions import By
from scoring.sessions.recording import record
from tests.builders.photos import add_photo
from tests.builders.tables import open_empty, phone

pytestmark = pytest.mark.django_db

NAMES = ("Ida", "Joe", "Kim")


def fields_of(page: Any) -> dict[str, list[str]]:
    """Return the fields of a sheet as its page has them, with what is hidden beside the cells."""
    sheet = page.context["sheet"]
    fields: dict[str, list[str]] = {"seen": [str(sheet.session.revision)], "laps": ["1"]}
    for line in sheet.shown.lines:
        fields.setdefault("stored-as", []).append(line.stored_as)
        for cell in line.cells:
            fields.setdefault(f"cell-{cell.column.key}", []).append(cell.value)
    return fields


def press(host: Client, session: Session, *buttons: str, **cells: tuple[int, str]) -> None:
    """Press buttons of the sheet one after the other, each on the page that the last one made.

    `cells`: what is typed before it is saved: column -> number of the line and the text."""
    address = f"/table/{session.uuid}/sheet/"
    page = host.get(address)
    for button in buttons:
        page = host.post(address, {**fields_of(page), "do": button})
    fields = fields_of(page)
    for column, (at, value) in cells.items():
        fields[f"cell-{column}"][at] = value
    saved = host.post(address, {**fields, "do": "save"})
    assert saved.status_code == 302, saved.context["sheet"].wrong


@pytest.fixture
def duplik() -> Session:
    session = open_empty("duplik", *NAMES)
    for at, narrator in enumerate(NAMES[:2]):
        sheets = {name: (1, 2) for name in NAMES if name != narrator}
        one = Round(narrator, 7, sheets, f"round {at + 1}")
        change = lambda state, one=one: ROUNDS.add(state, one)  # noqa: E731
        record(session=session, change=change, action="round", by=By(at=timezone.now()))
    return session


def test_a_moved_line_takes_its_photo_along(duplik: Session) -> None:
    first, second = (add_photo(duplik, step) for step in (1, 2))
    press(phone(duplik, hosts=True), duplik, "up:1")
    assert [Photo.objects.get(pk=photo.pk).step for photo in (first, second)] == [2, 1]


def test_a_line_that_was_changed_keeps_its_photo(duplik: Session) -> None:
    photo = add_photo(duplik, 2)
    press(phone(duplik, hosts=True), duplik, "up:1", title=(0, "another title"))
    photo.refresh_from_db()
    assert photo.step == 1


def test_a_photo_leaves_with_a_deleted_line(duplik: Session) -> None:
    first, second = (add_photo(duplik, step) for step in (1, 2))
    press(phone(duplik, hosts=True), duplik, "delete:0")
    assert [Photo.objects.get(pk=photo.pk).step for photo in (first, second)] == [None, 1]


def test_a_painting_keeps_its_photo_when_lines_of_others_are_deleted() -> None:
    session = open_empty("canvas", *NAMES)
    painted = [("Ida", Painting(bonus=1)), ("Joe", Painting(bonus=2)), ("Joe", Painting(bonus=3))]
    change = lambda state: put_paintings(state, painted)  # noqa: E731
    record(session=session, change=change, action="painting", by=By(at=timezone.now()))
    session.refresh_from_db()
    joe = session.seats.get(place=2)
    own = {"seat": joe, "own_list": True, "recorded_in": session.revision}
    photos = [add_photo(session, step, **own, recorded_as=step - 1) for step in (1, 2)]
    record(
        session=session,
        change=lambda state: put_paintings(state, painted[1:]),
        action="painting",
        by=By(at=timezone.now()),
        moved={"1": [], "2": [0, 1]},
    )
    assert [Photo.objects.get(pk=photo.pk).step for photo in photos] == [1, 2]
