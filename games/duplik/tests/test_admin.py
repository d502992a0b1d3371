"""Duplik in the admin: each refusal stands at the field that it is about; who judged is shown."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from games.duplik.tests.phones import open_table, post
from scoring.documents.scorer import read_document
from scoring.models import Session
from scoring.models.revisions import By
from scoring.sessions import recording
from tests.builders.admin_forms import form_data, page_of, refusals

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
SETUP, ROUNDS, SHEETS = "duplik_setup", "duplik_round_rows", "duplik_sheet_rows"
PLAYED = {
    "format": "scorefolio/session@1",
    "game": "duplik",
    "players": ["Ana", "Ben", "Cleo"],
    "rounds": [
        {"narrator": "Ana", "super": 4, "sheets": {"Ben": [1, 4], "Cleo": []}},
        {"narrator": "Ben", "super": 5, "sheets": {"Ana": [2], "Cleo": [2, 3]}},
    ],
}


@pytest.fixture
def session() -> Session:
    return recording.start(document=read_document(PLAYED), by=By(at=NOW))


def seat(session: Session, name: str) -> int:
    pk: int = session.seats.get(name=name).pk
    return pk


def sent(client: Client, session: Session, **changes: Any) -> Any:
    return client.post(page_of(session), {**form_data(client, session), **changes})


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({f"{SETUP}-0-laps": 4}, f"{SETUP}-0-laps", "Enter a number from 1 to 3"),
        ({f"{ROUNDS}-1-super_criterion": 0}, f"{ROUNDS}-1-super_criterion", "from 1 to 10"),
        ({f"{ROUNDS}-0-super_criterion": 11}, f"{ROUNDS}-0-super_criterion", "from 1 to 10"),
        ({f"{ROUNDS}-1-title": "A\u2028B"}, f"{ROUNDS}-1-title", "cannot be printed"),
        ({f"{SHEETS}-3-DELETE": "on"}, f"{ROUNDS}-1", "A sheet is still missing for Cleo."),
        ({f"{SHEETS}-3-number": 3}, f"{SHEETS}-3", "This belongs to nothing above"),
        ({f"{SHEETS}-3-number": 1}, f"{SHEETS}-3", "This is entered twice."),
    ],
)
def test_it_refuses_at_the_field(
    admin_client: Client, session: Session, changes: dict[str, Any], field: str, sentence: str
) -> None:
    answer = sent(admin_client, session, **changes)
    assert answer.status_code == 200
    sentences = refusals(answer)
    assert list(sentences) == [field]
    assert sentence in sentences[field]
    assert Session.objects.get().revision == 1


def test_it_refuses_who_narrates_too_often_at_the_narrator(
    admin_client: Client, session: Session
) -> None:
    changes = {
        f"{ROUNDS}-1-narrator": seat(session, "Ana"),
        f"{SHEETS}-2-artist": seat(session, "Ben"),
    }
    sentences = refusals(sent(admin_client, session, **changes))
    assert list(sentences) == [f"{ROUNDS}-1-narrator"]
    assert "Ana has narrated as often as agreed" in sentences[f"{ROUNDS}-1-narrator"]


def test_it_refuses_a_sheet_of_the_narrator_at_the_sheet(
    admin_client: Client, session: Session
) -> None:
    sentences = refusals(
        sent(admin_client, session, **{f"{SHEETS}-2-artist": seat(session, "Ben")})
    )
    assert list(sentences) == [f"{SHEETS}-2"]
    assert "Ben narrates this round and has no sheet." in sentences[f"{SHEETS}-2"]


def test_it_shows_who_judged_whom(admin_client: Client) -> None:
    host = Client()
    table = open_table(host, ("Sam", "Amy", "Mika", "Dov"))
    post(host, table, "begin/", narrator="Sam", super_criterion=6)
    post(host, table, "side/", side="left")
    page = admin_client.get(page_of(table)).content.decode()
    judged = ["Amy → Dov", "Mika → Amy", "Dov → Mika"]
    assert all(one in page for one in judged)
