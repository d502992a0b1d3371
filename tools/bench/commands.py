"""Measure what needs no server: the rules of each game, and `manage.py score`."""

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

from tests.serving import ROOT, prepared_environment
from tools.bench.results import Line
from tools.load import second_start
from tools.load.documents import mixed_lines
from tools.load.memory import growth_megabytes

ANYWHERE = "without a database"
TIMES_JSON = {"artbox": 2, "canvas": 3, "duplik": 1.5, "artem": 1.5}
SESSIONS = 200  # of each game, scored in turns
FEW, MANY = 1_000, 100_000  # lines
MOST_GROWTH = 30  # MB


def rules_lines(turns: int) -> Iterator[Line]:
    """Score sessions of each game, beside reading and writing their documents as bare JSON.

    In processor time, as the machine may be busy."""
    from scoring.registry import get_game

    for slug, most in TIMES_JSON.items():
        sample: Any = get_game(slug).sample
        documents = [sample(Random(seed)) for seed in range(SESSIONS)]
        texts, states = list(map(json.dumps, documents)), list(map(_state, documents))
        score = get_game(slug).score
        bare = min(_seconds(partial(_each, _there_and_back, texts)) for _ in range(turns))
        taken = min(_seconds(partial(_each, score, states)) for _ in range(turns))
        yield Line(ANYWHERE, f"rules, {slug}, × json", taken / bare, "times", most)


def _there_and_back(text: str) -> None:
    json.dumps(json.loads(text))


def _state(document: Any) -> Any:
    """Return the State, without paintings counted by hand: these need hardly any rules."""
    from scoring.documents.scorer import read_document

    state = read_document(document).state
    if not hasattr(state, "paintings"):
        return state
    paintings = _by_rules(state.paintings)
    return replace(state, judge_choice=None, stopped=any(paintings.values()), paintings=paintings)


def _by_rules(paintings: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple([one for one in own if one.bonus is None]) for name, own in paintings.items()
    }


def _each(work: Callable[[Any], object], things: list[Any]) -> None:
    for thing in things:
        work(thing)


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
    yield Line(ANYWHERE, name, median(ratios), "times", 5.5)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "one.json"
        file.write_text(lines[0])
        start_up = min(_start_up(file) for _ in range(2 * turns + 1))
        yield Line(ANYWHERE, "`manage.py score` of one document, CPU", start_up, "s", 0.3)
        environment = prepared_environment(Path(folder) / "second")
        taken = sum(second_start.quickest(environment).processor)
        loading = second_start.loading(environment)
        what = "a second start of the site, CPU, × loading it"
        yield Line(ANYWHERE, what, taken / loading, "times", second_start.MOST)
        growth = growth_megabytes(lines[:FEW], Path(folder), FEW, MANY * documents // 20_000)
        yield Line(ANYWHERE, "memory of `manage.py score`, many lines", growth, "MB", MOST_GROWTH)


def _start_up(file: Path) -> float:
    command = [sys.executable, "manage.py", "score", str(file)]
    environment = {**os.environ}
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # the command has settings of its own
    before = children_seconds()
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    return children_seconds() - before


def children_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start
