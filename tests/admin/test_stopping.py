"""Stopping a session in the admin, and taking its last entry out (R-3)."""

import pytest
from django.test import Client

from scoring.models import Session
from tests.admin.test_entry import DUPLIK, document_of, save_page, start_session
from tests.builders.admin_forms import form_data, page_of
from tests.pages import words

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

SENTENCE = "stopped: Nothing that can score has been recorded, so there is nothing to stop."


def test_it_stops_nothing_before_something_is_entered(admin_client: Client) -> None:
    session = start_session({**DUPLIK, "rounds": []})
    response = save_page(admin_client, session, stopped="on")
    assert response.status_code == 200
    assert SENTENCE in words(response.content.decode())
    assert session.revisions.count() == 1


def test_it_stops_a_session_with_its_first_round(admin_client: Client) -> None:
    session = start_session({**DUPLIK, "rounds": []})
    seats = {seat.name: seat.pk for seat in session.seats.all()}
    entered = {
        "duplik_round_rows-TOTAL_FORMS": 1,
        "duplik_round_rows-0-number": 1,
        "duplik_round_rows-0-narrator": seats["Ana"],
        "duplik_round_rows-0-super_criterion": 10,
        "duplik_sheet_rows-TOTAL_FORMS": 2,
        "duplik_sheet_rows-0-number": 1,
        "duplik_sheet_rows-0-artist": seats["Ben"],
        "duplik_sheet_rows-0-met": [2],
        "duplik_sheet_rows-1-number": 1,
        "duplik_sheet_rows-1-artist": seats["Cleo"],
    }
    assert save_page(admin_client, session, **entered, stopped="on").status_code == 302
    assert document_of(session)["stopped"] is True


def test_a_stopped_session_goes_on_without_its_only_round(admin_client: Client) -> None:
    session = start_session({**DUPLIK, "stopped": True})
    rows = ("duplik_round_rows-0", "duplik_sheet_rows-0", "duplik_sheet_rows-1")
    deleted = {f"{row}-DELETE": "on" for row in rows}
    answer = admin_client.post(
        page_of(session), {**form_data(admin_client, session), **deleted}, follow=True
    )
    told = "The last entry that can score was removed, so the table is no longer stopped"
    assert told in words(answer.content.decode())
    now = Session.objects.get(pk=session.pk)
    assert (now.stopped, now.finished_at, now.results.count()) == (False, None, 0)
    assert session.revisions.get(number=2).action == "last-entry-removed"
