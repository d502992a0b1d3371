"""What a table shows of a result without rounds: nothing was entered there, step by step."""

from collections.abc import Sequence
from typing import Any

from scoring.contract import Play, Step
from scoring.core.outcome import Outcome
from scoring.noted.rules import State


def entry_context(*_arguments: object) -> dict[str, Any]:
    return {}


def steps(_state: Any, _outcome: Outcome[Any]) -> Sequence[Step]:
    return ()


def progress(_state: Any, _outcome: Outcome[Any]) -> str:
    return ""


PLAY: Play[State] = Play(entry_context=entry_context, steps=steps, progress=progress)
