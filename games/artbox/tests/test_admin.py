"""#ARTBOX in the admin: each refusal stands at the field that it is about."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from scoring.documents.scorer import dump_document, read_document
from scoring.models import Session
from scoring.models.revisions import By
from scoring.sessions import recording
from scoring.sessions.loading import load
from tests.builders.admin_forms import form_data, page_of, refusals

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
SETUP, ROUNDS, BALLOTS = "artbox_setup", "artbox_round_rows", "artbox_ballot_rows"
NAMES = ["Ana", "Ben", "Cleo", "Dov"]


def played(**values: Any) -> Session:
    rounds = [{"finish": NAMES, "guesses": {"Ana": {"Ben": 1}, "Ben": {"Dov": 1}}}]
    document = {
        "format": "scorefolio/session@1",
        "game": "artbox",
        "players": NAMES,
        "rounds": rounds,
        **values,
    }
    return recording.start(document=read_document(document), by=By(at=NOW))


def seat(session: Session, name: str) -> int:
    pk: int = session.seats.get(name=name).pk
    return pk


def sent(client: Client, session: Session, **changes: Any) -> Any:
    return client.post(page_of(session), {**form_data(client, session), **changes})


def first_round(session: Session) -> Any:
    stored = dump_document(load(Session.objects.get(pk=session.pk)))
    return stored["rounds"][0]


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({f"{SETUP}-0-two_drawings": "true"}, f"{SETUP}-0-two_drawings", "three players"),
        ({f"{ROUNDS}-0-die_1": "line"}, f"{ROUNDS}-0-die_2", "Enter all four dice, or none."),
        ({f"{ROUNDS}-0-die_4": "line"}, f"{ROUNDS}-0-die_1", "Enter all four dice, or none."),
        ({f"{ROUNDS}-0-finish_2": ""}, f"{ROUNDS}-0-finish_2", "Nobody took this Number token?"),
        ({f"{ROUNDS}-0-finish_4": ""}, f"{ROUNDS}-0", "Everyone takes a Number token"),
        ({f"{BALLOTS}-1-number": 2}, f"{BALLOTS}-1", "This belongs to nothing above"),
        ({f"{ROUNDS}-0-DELETE": "on"}, f"{BALLOTS}-0", "This belongs to nothing above"),
    ],
)
def test_it_refuses_at_the_field(
    admin_client: Client, changes: dict[str, Any], field: str, sentence: str
) -> None:
    session = played()
    answer = sent(admin_client, session, **changes)
    assert answer.status_code == 200
    sentences = refusals(answer)
    assert list(sentences) == [field]
    assert sentence in sentences[field]
    assert Session.objects.get().revision == 1


def test_it_refuses_a_guess_at_ones_own_drawing_at_that_ballot(admin_client: Client) -> None:
    session = played()
    sentences = refusals(
        sent(admin_client, session, **{f"{BALLOTS}-1-right": [seat(session, "Ben")]})
    )
    assert list(sentences) == [f"{BALLOTS}-1"]


def test_who_notes_a_broken_drawing_has_looked_at_all_of_them(admin_client: Client) -> None:
    session = played()
    sent(admin_client, session, **{f"{ROUNDS}-0-broken": [seat(session, "Dov")]})
    assert first_round(session)["invalid"] == ["Dov"]


def test_it_takes_four_dice(admin_client: Client) -> None:
    session = played()
    dice = ["line", "circle", "square", "triangle"]
    sent(admin_client, session, **{f"{ROUNDS}-0-die_{at}": die for at, die in enumerate(dice, 1)})
    assert first_round(session)["dice"] == dice


def test_number_tokens_are_taken_in_another_order(admin_client: Client) -> None:
    session = played()
    changes = {
        f"{ROUNDS}-0-finish_1": seat(session, "Dov"),
        f"{ROUNDS}-0-finish_4": seat(session, "Ana"),
    }
    assert sent(admin_client, session, **changes).status_code == 302
    assert first_round(session)["finish"] == ["Dov", "Ben", "Cleo", "Ana"]


def test_only_a_table_of_three_has_second_drawings_and_unused_tokens_hide(
    admin_client: Client,
) -> None:
    def hidden(players: list[str]) -> set[str]:
        rounds = [{"finish": players, "guesses": {"Ana": {}}}]
        page = admin_client.get(page_of(played(players=players, rounds=rounds)))
        formsets = [inline.formset for inline in page.context["inline_admin_formsets"]]
        rows = [formset.forms[0] for formset in formsets if formset.prefix in {ROUNDS, BALLOTS}]
        fields = {field.name for form in rows for field in form.hidden_fields()}
        return {name for name in fields if name.startswith(("finish", "right"))}

    assert hidden(NAMES[:3]) == {f"finish_{token}" for token in range(4, 9)}
    four = {f"finish_{token}" for token in range(5, 9)} | {"right_twice"}
    assert hidden(NAMES) == four


def test_it_shows_whose_first_and_second_drawings_were_guessed(admin_client: Client) -> None:
    names = NAMES[:3]
    rounds = [{"finish": names, "guesses": {"Ana": {"Ben": 2, "Cleo": 1}, "Ben": {"Cleo": 2}}}]
    session = played(players=names, rounds=rounds)
    page = form_data(admin_client, session)
    shown = {name: page[name] for name in page if name.startswith(BALLOTS) and "right" in name}
    ben, cleo = seat(session, "Ben"), seat(session, "Cleo")
    assert shown == {
        f"{BALLOTS}-0-right": [ben, cleo],
        f"{BALLOTS}-0-right_twice": [ben],
        f"{BALLOTS}-1-right": [cleo],
        f"{BALLOTS}-1-right_twice": [cleo],
    }
