"""Artem in the admin: each refusal stands at the field that it is about."""

from typing import Any

import pytest
from django.test import Client

from scoring.models import Session
from tests.builders.admin_forms import form_data, page_of, refusals
from tests.builders.tables import artem_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TURNS, CLAIMS = "artem_turn_rows", "artem_claim_rows"


@pytest.fixture
def session() -> Session:
    """Ida and Joe had two turns each; Ida claimed once in her second."""
    return artem_table("", "", "1x5", "")


def sent(client: Client, session: Session, **changes: Any) -> Any:
    return client.post(page_of(session), {**form_data(client, session), **changes})


def another_claim(number: int, play: int, length: int) -> dict[str, Any]:
    return {
        f"{CLAIMS}-TOTAL_FORMS": 2,
        f"{CLAIMS}-1-number": number,
        f"{CLAIMS}-1-play": play,
        f"{CLAIMS}-1-length": length,
    }


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({f"{CLAIMS}-0-length": 7}, f"{CLAIMS}-0-length", "Enter a number from 2 to 6"),
        ({f"{CLAIMS}-0-play": 3}, f"{CLAIMS}-0-play", "Enter a number from 1 to 2"),
        (another_claim(4, 1, 9), f"{CLAIMS}-1-length", "Enter a number from 2 to 6"),
        (another_claim(3, 2, 2), f"{CLAIMS}-1", "one claim"),
        (another_claim(2, 1, 2), f"{TURNS}-1", "first turn"),
        (another_claim(9, 1, 2), f"{CLAIMS}-1", "This belongs to nothing above"),
        (another_claim(3, 1, 2), f"{CLAIMS}-1", "This is entered twice."),
    ],
)
def test_it_refuses_a_claim_at_its_field(
    admin_client: Client, session: Session, changes: dict[str, Any], field: str, sentence: str
) -> None:
    answer = sent(admin_client, session, **changes)
    assert answer.status_code == 200
    sentences = refusals(answer)
    assert list(sentences) == [field]
    assert sentence in sentences[field]
    assert Session.objects.get().revision == session.revision


def test_it_refuses_a_turn_of_somebody_else_at_the_player(
    admin_client: Client, session: Session
) -> None:
    joe = session.seats.get(name="Joe").pk
    answer = sent(admin_client, session, **{f"{TURNS}-2-seat": joe})
    sentences = refusals(answer)
    assert list(sentences) == [f"{TURNS}-2-seat"]
    assert "Ida" in sentences[f"{TURNS}-2-seat"]


def test_it_takes_a_claim_in_another_turn(admin_client: Client, session: Session) -> None:
    assert sent(admin_client, session, **another_claim(4, 2, 6)).status_code == 302
    assert Session.objects.get().revision == session.revision + 1
