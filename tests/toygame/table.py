from collections.abc import Mapping
from typing import Any

from django.forms import Form

from scoring.contract import Step
from scoring.core.outcome import Outcome
from scoring.play.screen import TableNow
from scoring.web.table_access import Visit
from tests.toygame.rules import CARDS, State


def entry_context(visit: Visit, now: TableNow, failed: Form | None) -> dict[str, Any]:
    missing = [name for name in now.state.players if name not in now.state.draws]
    return {"missing": missing, "cards": CARDS}


def parts_context(now: TableNow) -> dict[str, Any]:
    return {"draws": now.state.draws}


def steps(state: State, outcome: Outcome[Any]) -> list[Step]:
    return [Step("Draw", outcome.details["draws"])] if state.draws else []


def needs(state: State, outcome: Outcome[Any]) -> Mapping[str, str]:
    return {name: "still to draw" for name in state.players if name not in state.draws}


def progress(state: State, outcome: Outcome[Any]) -> str:
    return f"{len(state.draws)} of {len(state.players)} cards"
