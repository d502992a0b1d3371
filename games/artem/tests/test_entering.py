"""Artem at the table: what is refused is told, and stays as it was chosen."""

import pytest

from tests.builders.tables import artem_table, finished_table, phone

pytestmark = pytest.mark.django_db


def test_a_refused_turn_stays_ticked() -> None:
    session = artem_table("", "", options={"variant": "all-in"})
    data = {"at": "2", "claim": ["1x4", "1x5"]}
    answer = phone(session, hosts=True).post(f"/table/{session.uuid}/artem/turn/", data)
    assert answer.status_code == 422
    page = answer.content.decode()
    for claim in ("1x4", "1x5"):
        assert f'value="{claim}" checked' in page
    assert 'value="1x6" checked' not in page


def test_an_older_turn_is_not_ticked_into_the_next() -> None:
    session = artem_table("", "", options={"variant": "all-in"})
    data = {"at": "1", "claim": ["1x4"]}
    answer = phone(session, hosts=True).post(f"/table/{session.uuid}/artem/turn/", data)
    assert answer.status_code == 422
    assert (
        "checked"
        not in answer.content.decode().partition('id="turn"')[2].partition("</section>")[0]
    )


def test_it_refuses_a_tap_of_an_old_page_because_the_game_is_over() -> None:
    session = finished_table()
    answer = phone(session, hosts=True).post(f"/table/{session.uuid}/artem/turn/", {"at": "8"})
    assert answer.status_code == 422
    assert 'class="wrong" role="alert"' in answer.content.decode()
