"""What needs no server: rounds that the rules score a second, and `manage.py score`."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any

from tests.bench.results import Line
from tests.load import second_start
from tests.load.documents import mixed_lines
from tests.load.memory import growth_megabytes
from tests.serving import ROOT, prepared_environment

ANYWHERE = "without a database"
LEAST_ROUNDS = {"artbox": 150_000, "canvas": 150_000, "duplik": 300_000, "artem": 600_000}
SESSIONS = 200  # of each game, scored in turns
FEW, MANY = 1_000, 100_000  # lines
MOST_GROWTH = 30  # MB


def rules_lines(turns: int) -> Iterator[Line]:
    """Score sessions of each game; a round is a round, a turn or a painting.

    In processor time, as the machine may be busy."""
    from scoring.registry import get_game

    for slug, least in LEAST_ROUNDS.items():
        score = get_game(slug).score
        states = _states(slug)
        rounds = sum(map(_rounds, states))
        taken = min(_seconds(partial(_each, score, states)) for _ in range(turns))
        yield Line(ANYWHERE, f"rules, {slug}", rounds / taken, "rounds/s", least, at_least=True)


def _states(slug: str) -> list[Any]:
    """Return samples, without paintings that were counted by hand: these need hardly any rules."""
    from scoring.documents.scorer import read_document
    from scoring.registry import get_game

    sample: Any = get_game(slug).sample
    states = [read_document(sample(Random(seed))).state for seed in range(SESSIONS)]
    if not hasattr(states[0], "paintings"):
        return states
    return [
        replace(state, judge_choice=None, stopped=True, paintings=_by_rules(state.paintings))
        for state in states
    ]


def _by_rules(paintings: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple([one for one in own if one.bonus is None]) for name, own in paintings.items()
    }


def _each(score: Callable[[Any], object], states: list[Any]) -> None:
    for state in states:
        score(state)


def _rounds(state: Any) -> int:
    for name in ("rounds", "turns"):
        if hasattr(state, name):
            return len(getattr(state, name))
    return sum(map(len, state.paintings.values()))


def score_lines(documents: int, turns: int) -> Iterator[Line]:
    from scoring.documents.scorer import score_value
    from scoring.documents.strict_json import loads

    lines = list(mixed_lines(documents))
    ratios = []
    for _ in range(turns):
        bare = _seconds(lambda: [json.dumps(json.loads(line)) for line in lines])
        scored = _seconds(lambda: [json.dumps(score_value(loads(line))) for line in lines])
        ratios.append(scored / bare)
    name = f"scoring {documents:,} documents, text to text, × json"
    yield Line(ANYWHERE, name, median(ratios), "times", 4)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.json"
        file.write_text(lines[0])
        start_up = median([_start_up(file) for _ in range(2 * turns + 1)])
        yield Line(ANYWHERE, "`manage.py score` of one document, CPU", start_up, "s", 0.3)
        second = second_start.quickest(prepared_environment(Path(folder) / "second"))
        yield Line(
            ANYWHERE,
            "a second start of the site, CPU",
            sum(second.processor),
            "s",
            second_start.MOST,
        )
        growth = growth_megabytes(lines[:FEW], Path(folder), FEW, MANY * documents // 20_000)
        yield Line(ANYWHERE, "memory of `manage.py score`, many lines", growth, "MB", MOST_GROWTH)


def _start_up(file: Path) -> float:
    command = [sys.executable, "manage.py", "score", str(file)]
    environment = {**os.environ}
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # the command has settings of its own
    before = _children_seconds()
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return _children_seconds() - before


def _children_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start
