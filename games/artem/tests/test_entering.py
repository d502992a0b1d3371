"""Artem at the table: what is refused is told, and stays as it was chosen."""

import pytest

from scoring.sessions.loading import load
from tests.builders.tables import artem_table, finished_table, phone

pytestmark = pytest.mark.django_db


def test_a_refused_turn_stays_ticked() -> None:
    session = artem_table("", "", options={"variant": "all-in"})
    data = {"at": "2", "claim-1": "1x4", "claim": "1x5"}
    answer = phone(session, hosts=True).post(f"/table/{session.uuid}/artem/turn/", data)
    assert answer.status_code == 422
    page = answer.content.decode()
    for claim in ("1x4", "1x5"):
        assert f'value="{claim}" checked' in page
    assert 'value="1x6" checked' not in page


def test_all_in_one_length_a_play_can_be_chosen_or_none() -> None:
    """R-M2: a play is one claim at most, so its lengths are choices of which one is chosen."""
    session = artem_table("", "", options={"variant": "all-in"})
    host = phone(session, hosts=True)
    page = host.get(f"/table/{session.uuid}/").content.decode()
    for play in range(1, 6):
        assert page.count(f'name="claim-{play}" type="radio"') == 6
        assert f'name="claim-{play}" type="radio" value="" checked' in page
    data = {"at": "2", "claim-1": "1x4", "claim-2": "", "claim-3": "3x5"}
    assert host.post(f"/table/{session.uuid}/artem/turn/", data).status_code == 302
    claims = load(session).state.turns[2].claims
    assert [(claim.play, claim.length) for claim in claims] == [(1, 4), (3, 5)]


def test_an_older_turn_is_not_ticked_into_the_next() -> None:
    session = artem_table("", "", options={"variant": "all-in"})
    data = {"at": "1", "claim": ["1x4"]}
    answer = phone(session, hosts=True).post(f"/table/{session.uuid}/artem/turn/", data)
    assert answer.status_code == 422
    assert 'value="1x4" checked' not in answer.content.decode()


def test_it_refuses_a_tap_of_an_old_page_because_the_game_is_over() -> None:
    session = finished_table()
    answer = phone(session, hosts=True).post(f"/table/{session.uuid}/artem/turn/", {"at": "8"})
    assert answer.status_code == 422
    assert 'class="wrong" role="alert"' in answer.content.decode()


@pytest.mark.parametrize("entered", [(), ("",), ("", "")], ids=["none", "one", "two"])
def test_the_first_round_without_claims_is_skipped_in_one_tap(entered: tuple[str, ...]) -> None:
    """R-M3: nobody claims in their first turn."""
    session = artem_table(*entered, players=("Ida", "Joe", "Kim"))
    host = phone(session, hosts=True)
    assert "Skip the first round" in host.get(f"/table/{session.uuid}/").content.decode()
    data = {"at": len(entered)}
    host.post(f"/table/{session.uuid}/artem/first-round/", data)
    turns = load(session).state.turns
    assert [(turn.player, turn.claims) for turn in turns] == [("Ida", ()), ("Joe", ()), ("Kim", ())]
    page = host.get(f"/table/{session.uuid}/").content.decode()
    assert "Skip the first round" not in page
    assert "The first round was skipped" in page
    assert host.post(f"/table/{session.uuid}/artem/first-round/", data).status_code == 422
