"""Record sessions of Duplik, whose sheets are ticked one criterion at a time."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from games.duplik import rules as duplik
from scoring.documents.scorer import read_document
from scoring.models import Result, Session
from scoring.models.revisions import By
from scoring.sessions import recording
from scoring.sessions.loading import load

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
NOBODY = By(at=NOW)
PLAYERS = ["Ana", "Ben", "Cleo"]


def document(rounds: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "format": "scorefolio/session@1",
        "game": "duplik",
        "players": PLAYERS,
        "options": {"laps": 3},
        "rounds": [
            {
                "narrator": PLAYERS[at % 3],
                "super": 1,
                "sheets": {name: [1, 2] for name in PLAYERS if name != PLAYERS[at % 3]},
            }
            for at in range(rounds)
        ],
        **more,
    }


def start_session(rounds: int = 0, **more: Any) -> Session:
    return recording.start(document=read_document(document(rounds, **more)), by=NOBODY)


def tick(
    criterion: int, artist: str = "Ben", *, at: int = 0, met: bool = True
) -> Callable[[Any], Any]:
    return lambda state: duplik.tick(state, at, artist, criterion, met)


def becomes(state: Any) -> Callable[[Any], Any]:
    return lambda _: state


def ticked(session: Session, criterion: int, by: By = NOBODY) -> recording.Recorded:
    return recording.record(session=session, change=tick(criterion), action="tick", by=by)


def sheet(session: Session) -> tuple[int, ...]:
    state: duplik.State = load(session).state
    return state.rounds[0].sheets["Ben"]


def numbers(session: Session) -> list[int]:
    return list(session.revisions.order_by("number").values_list("number", flat=True))


def results(session: Session) -> list[tuple[str, int, int | None]]:
    rows = Result.objects.filter(session=session).order_by("seat__place")
    return list(rows.values_list("seat__name", "rank", "points"))
