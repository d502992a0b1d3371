"""`make bench`: how long scoring takes, as a multiple of what reading and writing the JSON takes.

Both are timed in turns within one run, since machines differ and are shared.
"""

import json
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import django

from tests.load.memory import growth_megabytes

DOCUMENTS = 20_000
ROUNDS = 3
MOST_TIMES_JSON = 8
FEW, MANY = 1_000, 100_000
MOST_GROWTH = 30  # MB


def main() -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    from scoring.documents.scorer import score_value
    from scoring.documents.strict_json import loads
    from tests.load.documents import mixed_lines

    lines = list(mixed_lines(DOCUMENTS))
    bare = score = float("inf")
    for _ in range(ROUNDS):
        bare = min(bare, _seconds(lines, lambda line: json.dumps(json.loads(line))))
        score = min(score, _seconds(lines, lambda line: json.dumps(score_value(loads(line)))))
    ratio = score / bare
    size = sum(map(len, lines)) / len(lines)
    print(f"scoring {DOCUMENTS:,} mixed documents of {size:,.0f} characters, text to text:")
    print(f"  json.loads + json.dumps  {bare / DOCUMENTS * 1e6:7.1f} µs a document")
    print(f"  scoring                  {score / DOCUMENTS * 1e6:7.1f} µs a document")
    print(f"  ratio                    {ratio:7.2f}    (at most {MOST_TIMES_JSON})")
    with tempfile.TemporaryDirectory() as folder:
        growth = growth_megabytes(lines[:FEW], Path(folder), FEW, MANY)
    print(f"memory of `manage.py score` with {MANY:,} lines against {FEW:,}:")
    print(f"  growth                   {growth:7.1f} MB (at most {MOST_GROWTH})")
    return int(ratio > MOST_TIMES_JSON or growth > MOST_GROWTH)


def _seconds(lines: list[str], work: Callable[[str], object]) -> float:
    start = perf_counter()
    for line in lines:
        work(line)
    return perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
