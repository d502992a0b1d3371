"""Entering a session in the admin: all rows on one page, checked by the rules, one revision."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.documents.scorer import dump_document, read_document
from scoring.models import Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.sessions.loading import load
from tests.builders.admin_forms import form_data, page_of
from tests.load.documents import mixed_lines

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)


def start_session(document: dict[str, Any]) -> Session:
    return recording.start(document=read_document(document), by=By(at=NOW))


def save_page(client: Client, session: Session, **changes: Any) -> Any:
    return client.post(page_of(session), {**form_data(client, session), **changes})


def document_of(session: Session) -> dict[str, Any]:
    return dump_document(load(Session.objects.get(pk=session.pk)))


DUPLIK = {
    "format": "scorefolio/session@1",
    "game": "duplik",
    "players": ["Ana", "Ben", "Cleo"],
    "rounds": [{"narrator": "Ana", "super": 4, "sheets": {"Ben": [1, 4], "Cleo": []}}],
}


def test_it_saves_nothing_where_nothing_was_typed(admin_client: Client) -> None:
    for line in mixed_lines(8, seed=8):
        session = start_session(json.loads(line))
        before = document_of(session)
        response = save_page(admin_client, session)
        assert response.status_code == 302, response.context["errors"]
        assert document_of(session) == before
        assert session.revisions.count() == 1


def seat(session: Session, name: str) -> int:
    pk: int = session.seats.get(name=name).pk
    return pk


def new_round(session: Session, **changes: Any) -> dict[str, Any]:
    """Ben narrates a second round; Ana met three criteria, Cleo none."""
    prefix = "duplik_round_rows"
    sheets = "duplik_sheet_rows"
    return {
        f"{prefix}-TOTAL_FORMS": 2,
        f"{prefix}-1-number": 2,
        f"{prefix}-1-narrator": seat(session, "Ben"),
        f"{prefix}-1-super_criterion": 10,
        f"{sheets}-TOTAL_FORMS": 4,
        f"{sheets}-2-number": 2,
        f"{sheets}-2-artist": seat(session, "Ana"),
        f"{sheets}-2-met": [2, 3, 10],
        f"{sheets}-3-number": 2,
        f"{sheets}-3-artist": seat(session, "Cleo"),
        **changes,
    }


def test_it_records_what_was_entered_as_one_revision(
    admin_client: Client, admin_user: User
) -> None:
    session = start_session(DUPLIK)
    assert save_page(admin_client, session, **new_round(session)).status_code == 302
    assert document_of(session)["rounds"][1] == {
        "narrator": "Ben",
        "super": 10,
        "sheets": {"Ana": [2, 3, 10], "Cleo": []},
    }
    revision = session.revisions.get(number=2)
    assert (revision.action, revision.actor) == ("entered in the admin", admin_user)


def test_the_log_of_the_admin_says_which_rows_were_added_changed_and_deleted(
    admin_client: Client,
) -> None:
    session = start_session(DUPLIK)
    save_page(admin_client, session, **new_round(session))
    save_page(
        admin_client,
        session,
        **{"duplik_sheet_rows-0-met": [1], "duplik_sheet_rows-3-met": [5]},
    )
    last = {
        "duplik_round_rows-1-DELETE": "on",
        "duplik_sheet_rows-2-DELETE": "on",
        "duplik_sheet_rows-3-DELETE": "on",
    }
    save_page(admin_client, session, **last)
    log = LogEntry.objects.order_by("pk")
    assert [entry.get_change_message() for entry in log] == [
        "Added round “2”. Added sheet “2: Ana”. Added sheet “2: Cleo”.",
        "Changed criteria met for sheet “1: Ben”. Changed criteria met for sheet “2: Cleo”.",
        "Deleted round “2”. Deleted sheet “2: Ana”. Deleted sheet “2: Cleo”.",
    ]


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        pytest.param(
            {"duplik_round_rows-1-super_criterion": 11}, "duplik_round_rows-1-super_criterion",
            "11 is not possible here. Enter a number from 1 to 10.", id="beside its field",
        ),
        pytest.param(
            {"duplik_sheet_rows-3-number": 7}, "duplik_sheet_rows-3",
            "This belongs to nothing above", id="a sheet of a round that is not there",
        ),
        pytest.param(
            {"duplik_round_rows-1-number": 1}, "duplik_round_rows-1",
            "This is entered twice.", id="a round entered twice",
        ),
    ],
)  # fmt: skip
def test_it_tells_what_the_rules_refuse_where_it_stands(
    admin_client: Client, changes: dict[str, Any], field: str, sentence: str
) -> None:
    session = start_session(DUPLIK)
    before = document_of(session)
    response = save_page(admin_client, session, **new_round(session, **changes))
    assert response.status_code == 200
    prefix, index = field.split("-")[:2]
    formset = next(
        inline.formset
        for inline in response.context["inline_admin_formsets"]
        if inline.formset.prefix == prefix
    )
    errors = formset.forms[int(index)].errors
    key = field.removeprefix(f"{prefix}-{index}").removeprefix("-") or "__all__"
    assert sentence in " ".join(errors[key])
    assert document_of(session) == before


def test_it_offers_only_the_players_of_this_table(admin_client: Client) -> None:
    session = start_session(DUPLIK)
    other = start_session({**DUPLIK, "players": ["Ana", "Zoë", "Cleo"], "rounds": []})
    page = admin_client.get(page_of(session)).content.decode()
    assert f'<option value="{seat(other, "Zoë")}"' not in page
    changes = {"duplik_round_rows-1-narrator": seat(other, "Zoë")}
    response = save_page(admin_client, session, **new_round(session, **changes))
    assert response.status_code == 200
    assert session.revisions.count() == 1


def test_it_does_not_type_over_what_a_phone_recorded_since(admin_client: Client) -> None:
    session = start_session(DUPLIK)
    data = {**form_data(admin_client, session), **new_round(session)}
    recording.stop(session=session, by=By(at=NOW))
    response = admin_client.post(page_of(session), data)
    assert "Someone else entered something first." in response.content.decode()
    assert len(document_of(session)["rounds"]) == 1


def test_rows_can_be_taken_away(admin_client: Client) -> None:
    session = start_session(DUPLIK)
    removed = {"duplik_round_rows-0-DELETE": "on"}
    removed |= {f"duplik_sheet_rows-{at}-DELETE": "on" for at in range(2)}
    assert save_page(admin_client, session, **removed).status_code == 302
    assert document_of(session)["rounds"] == []


def queries_of_a_page(client: Client, rounds: int) -> int:
    players = ["Ana", "Ben", "Cleo"]
    sheets = [{name: [1] for name in players if name != narrator} for narrator in players * 3]
    played = [
        {"narrator": players[at % 3], "super": 1, "sheets": sheets[at]} for at in range(rounds)
    ]
    session = start_session({**DUPLIK, "options": {"laps": 3}, "rounds": played})
    client.get(page_of(session))
    with CaptureQueriesContext(connection) as captured:
        client.get(page_of(session))
    return len(captured)


def test_a_page_costs_as_many_queries_for_many_rounds_as_for_one(admin_client: Client) -> None:
    assert queries_of_a_page(admin_client, 1) == queries_of_a_page(admin_client, 8) <= 40


ADD = reverse("admin:scoring_session_add")


@pytest.mark.django_db(transaction=True)
def test_a_page_opens_outside_of_a_transaction(admin_client: Client) -> None:
    """PostgreSQL locks a row only inside of one."""
    assert admin_client.get(page_of(start_session(DUPLIK))).status_code == 200


def test_what_nobody_touched_stays_to_the_letter(admin_client: Client) -> None:
    """Zeros that were entered, and the order of criteria."""
    recorded = {
        **DUPLIK,
        "rounds": [{"narrator": "Ana", "super": 4, "sheets": {"Ben": [4, 1], "Cleo": []}}],
    }
    session = start_session(recorded)
    save_page(admin_client, session, **{"duplik_setup-0-laps": 2})
    assert document_of(session)["rounds"] == recorded["rounds"]
    guesses = {"Ana": {"Ben": 0, "Cleo": 1}, "Ben": {}}
    artbox = start_session(
        {
            **DUPLIK,
            "game": "artbox",
            "rounds": [{"finish": ["Ben", "Ana", "Cleo"], "guesses": guesses}],
        }
    )
    save_page(admin_client, artbox, **{"artbox_setup-0-edition": "fr-2019"})
    assert document_of(artbox)["edition"] == "fr-2019"
    assert document_of(artbox)["rounds"][0]["guesses"] == guesses


def test_rows_and_the_stop_are_one_revision(admin_client: Client) -> None:
    session = start_session(DUPLIK)
    assert save_page(admin_client, session, **new_round(session, stopped="on")).status_code == 302
    assert document_of(session)["stopped"] is True
    assert len(document_of(session)["rounds"]) == 2
    assert session.revisions.count() == 2


@pytest.mark.parametrize("title", ["A\u0007", "A\u2028B"])
def test_it_tells_text_that_no_document_can_hold(admin_client: Client, title: str) -> None:
    session = start_session(DUPLIK)
    response = save_page(admin_client, session, **{"duplik_round_rows-0-title": title})
    assert response.status_code == 200
    assert "cannot be printed" in response.content.decode()
    assert session.revisions.count() == 1


ARTBOX = {
    **DUPLIK,
    "game": "artbox",
    "rounds": [{"finish": ["Ben", "Ana", "Cleo"], "guesses": {"Ana": {}}}],
}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"artbox_round_rows-0-die_2": "line"}, "Enter all four dice, or none."),
        ({"artbox_round_rows-0-finish_1": ""}, "Nobody took this Number token?"),
        ({"artbox_round_rows-0-finish_3": ""}, "Everyone takes a Number token"),
    ],
)
def test_it_wants_all_dice_and_all_number_tokens(
    admin_client: Client, changes: dict[str, str], sentence: str
) -> None:
    session = start_session(ARTBOX)
    response = save_page(admin_client, session, **changes)
    assert sentence in response.content.decode()
    assert session.revisions.count() == 1


def test_a_second_drawing_is_guessed_only_after_the_first(admin_client: Client) -> None:
    session = start_session(ARTBOX)
    twice = {"artbox_ballot_rows-0-right_twice": [seat(session, "Ben")]}
    response = save_page(admin_client, session, **twice)
    assert "Tick their first drawing as well." in response.content.decode()
    both = {**twice, "artbox_ballot_rows-0-right": [seat(session, "Ben")]}
    assert save_page(admin_client, session, **both).status_code == 302
    assert document_of(session)["rounds"][0]["guesses"] == {"Ana": {"Ben": 2}}


def test_a_page_that_did_not_arrive_whole_takes_no_row_away(admin_client: Client) -> None:
    session = start_session(DUPLIK)
    cut = {"duplik_sheet_rows-TOTAL_FORMS": 0, "duplik_sheet_rows-INITIAL_FORMS": 0}
    response = save_page(admin_client, session, **cut, **{"duplik_setup-0-laps": 2})
    assert "The page did not load completely." in response.content.decode()
    assert document_of(session) == {**DUPLIK, "id": str(session.uuid)}


def test_a_deleted_session_can_be_looked_at_only(admin_client: Client) -> None:
    session = start_session(DUPLIK)
    data = form_data(admin_client, session)
    lifecycle.delete(session=session, by=By(at=NOW))
    page = admin_client.get(page_of(session))
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    assert admin_client.post(page_of(session), {**data, "notes": "Late"}).status_code == 403


def test_the_same_entered_again_is_no_revision(admin_client: Client) -> None:
    session = start_session(DUPLIK)
    again = {
        "duplik_sheet_rows-1-DELETE": "on",
        "duplik_sheet_rows-TOTAL_FORMS": 3,
        "duplik_sheet_rows-2-number": 1,
        "duplik_sheet_rows-2-artist": seat(session, "Cleo"),
    }
    assert save_page(admin_client, session, **again).status_code == 302
    assert session.revisions.count() == 1


def queries_of_a_save(client: Client, rounds: int) -> int:
    players = ["Ana", "Ben", "Cleo"]
    played = [
        {
            "narrator": players[at % 3],
            "super": 1,
            "sheets": {name: [1] for name in players if name != players[at % 3]},
        }
        for at in range(rounds)
    ]
    session = start_session({**DUPLIK, "options": {"laps": 3}, "rounds": played})
    data = {**form_data(client, session), "duplik_round_rows-0-title": "Boats"}
    with CaptureQueriesContext(connection) as captured:
        assert client.post(page_of(session), data).status_code == 302
    return len(captured)


def test_a_save_costs_as_many_queries_for_many_rounds_as_for_one(admin_client: Client) -> None:
    assert queries_of_a_save(admin_client, 1) == queries_of_a_save(admin_client, 8) <= 50
