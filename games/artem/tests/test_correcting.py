"""Correcting a turn, over HTTP."""

from uuid import uuid4

import pytest

from games.artem.forms import TurnCorrection
from games.artem.rules import TURNS as TURN_LIST
from scoring.core.refusals import Code, Refused
from scoring.models import Session
from scoring.sessions.loading import load
from tests.builders.tables import artem_table, phone

pytestmark = pytest.mark.django_db

TURNS = [
    {"player": "Ida", "claims": []},
    {"player": "Joe", "claims": []},
    {
        "player": "Ida",
        "claims": [
            {"play": 1, "length": 5, "color": "teal"},
            {"play": 2, "length": 3, "color": "ochre"},
        ],
    },
]


@pytest.fixture
def session() -> Session:
    return artem_table(turns=TURNS, options={"variant": "all-in"})


def test_a_claim_that_stays_keeps_the_colour_that_a_document_gave_it(session: Session) -> None:
    ida = phone(session, place=1)
    data = {"key": uuid4(), "claim": ["1x5", "3x3"], "save": "1"}
    assert ida.post(f"/table/{session.uuid}/artem/turn/3/", data).status_code == 302
    claims = load(session).state.turns[2].claims
    assert [(each.play, each.color) for each in claims] == [(1, "teal"), (3, None)]


def test_a_turn_that_was_taken_out_meanwhile_is_refused(session: Session) -> None:
    state = load(session).state
    form = TurnCorrection({"at": 2, "claim": ["1x5"]}, session=session, state=state, at=2)
    assert form.is_valid()
    with pytest.raises(Refused) as refused:
        form.change(TURN_LIST.remove(state, 2))
    assert refused.value.code == Code.NO_SUCH_ENTRY
