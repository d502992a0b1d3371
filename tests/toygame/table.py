from collections.abc import Mapping
from typing import Any

from scoring.contract import Play, Step
from scoring.core.outcome import Outcome
from scoring.play.screen import TableNow
from scoring.play.taps import TapForm
from scoring.web.table_access import Visit
from tests.toygame.forms import ToyOptions
from tests.toygame.rules import CARDS, State


def entry(visit: Visit, now: TableNow, failed: TapForm | None) -> dict[str, Any]:
    missing = [name for name in now.state.players if name not in now.state.draws]
    return {"missing": missing, "cards": CARDS, "wrong": failed.errors if failed else {}}


def parts(now: TableNow) -> dict[str, Any]:
    return {"draws": now.state.draws}


def course(state: State, outcome: Outcome[Any]) -> list[Step]:
    return [Step("Draw", outcome.details["draws"])] if state.draws else []


def needs(state: State, outcome: Outcome[Any]) -> Mapping[str, str]:
    return {name: "still to draw" for name in state.players if name not in state.draws}


def progress(state: State, outcome: Outcome[Any]) -> str:
    return f"{len(state.draws)} of {len(state.players)} cards"


PLAY: Play[State] = Play(
    options=ToyOptions, entry=entry, parts=parts, course=course, needs=needs, progress=progress
)
