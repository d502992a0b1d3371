"""What a table shows of a result without rounds: nothing was entered there, step by step."""

from collections.abc import Sequence
from typing import Any

from scoring.contract import Step
from scoring.core.outcome import Outcome


def entry_context(*_arguments: object) -> dict[str, Any]:
    return {}


def steps(_state: Any, _outcome: Outcome[Any]) -> Sequence[Step]:
    return ()


def progress(_state: Any, _outcome: Outcome[Any]) -> str:
    return ""
