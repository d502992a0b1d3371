"""`make mutants`: change the code in one place at a time, and see whether a test notices.

`python -m tests.mutants [NUMBER] [--seed SEED] [--only PATH…]` works in copies of the tree. First
it runs the tests once, to record which functions each of them calls; for a mutated function it then
runs the tests that call it. What no test notices is in mutants/report.txt. exclusions.py says what
is not mutated, and why.
"""

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from difflib import unified_diff
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from textwrap import indent

from tests.mutants.choice import Tests
from tests.mutants.mutations import Mutation, mutations
from tests.mutants.tree import NOTICED, Tree
from tests.postgresql import own_postgresql

ROOT = Path(__file__).parent.parent.parent
OUTPUT = ROOT / "mutants"
CALLS = OUTPUT / "calls.json"
# The rules have tests of their own that try everything.
NOT_MUTATED = {"rules.py", "cards.py", "conditions.py", "migrations", "tests"}


def main() -> None:
    arguments = _arguments()
    candidates = _mutations(arguments.only)
    picked = Random(arguments.seed).sample(candidates, min(arguments.number, len(candidates)))
    OUTPUT.mkdir(exist_ok=True)
    with ExitStack() as stack:
        folders = [
            stack.enter_context(TemporaryDirectory(prefix="mutants-"))
            for _ in range(arguments.jobs)
        ]
        trees = [Tree(Path(folder)) for folder in folders]
        if not (arguments.keep and CALLS.exists()):
            sys.stdout.write("Recording which functions each test calls\n")
            trees[0].record(CALLS)
        collected = [tree.serve() for tree in map(stack.enter_context, map(closing, trees))]
        tests = Tests(json.loads(CALLS.read_text()), collected[0])
        postgresql = stack.enter_context(own_postgresql()) if arguments.postgresql else ""
        free: SimpleQueue[Tree] = SimpleQueue()
        for tree in trees:
            free.put(tree)

        def tried(mutation: Mutation) -> str:
            tree = free.get()
            try:
                return tree.tried(mutation, tests, arguments.seconds, postgresql)
            finally:
                free.put(tree)

        with ThreadPoolExecutor(len(trees)) as pool:
            _report(picked, pool.map(tried, picked), arguments.seed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[""], help="paths, or what they begin with")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=int, default=600, help="for the tests of one")
    parser.add_argument("--keep", action="store_true", help="the last record of what tests call")
    parser.add_argument(
        "--no-postgresql", dest="postgresql", action="store_false", help="where locks are dropped"
    )
    return parser.parse_args()


def _mutations(only: Iterable[str]) -> list[Mutation]:
    all_mutations = []
    for path in sorted([*ROOT.glob("scoring/**/*.py"), *ROOT.glob("games/*/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not NOT_MUTATED & set(path.parts) and name.startswith(tuple(only)):
            all_mutations += list(mutations(name, path.read_bytes()))
    return all_mutations


def _report(picked: list[Mutation], verdicts: Iterable[str], seed: int) -> None:
    counts: Counter[str] = Counter()
    with (OUTPUT / "report.txt").open("w") as report:
        for mutation, verdict in zip(picked, verdicts, strict=True):
            counts[verdict.split(":")[0]] += 1
            line = f"{mutation.file}:{mutation.line}: {mutation.kind}: {verdict}"
            diff = "" if verdict.startswith(NOTICED) else indent(_diff(mutation), "    ")
            report.write(f"{line}\n{diff}")
            report.flush()
            sys.stdout.write(f"{sum(counts.values())}/{len(picked)} {line}\n{diff}")
        summary = f"{counts[NOTICED]} of {len(picked)} mutations noticed (seed {seed})\n"
        report.write(summary)
        sys.stdout.write(summary)


def _diff(mutation: Mutation) -> str:
    source = (ROOT / mutation.file).read_bytes()
    before, after = source.decode(), mutation.apply(source).decode()
    lines = unified_diff(before.splitlines(), after.splitlines(), n=1, lineterm="")
    return "\n".join([*list(lines)[2:], ""])


if __name__ == "__main__":
    main()
