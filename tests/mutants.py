"""`make mutants`: change the code in one place at a time, and see whether a test notices.

`python -m tests.mutants [NUMBER] [--seed SEED] [--only PATH…]` works in copies of the tree. First
it runs the tests once, to record which functions each of them calls; for a mutated function it then
runs the tests that call it. What no test notices is in mutants/report.txt.
"""

import argparse
import ast
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from queue import SimpleQueue
from random import Random
from textwrap import indent

from tests.mutations import Mutation, mutations
from tests.postgresql import own_postgresql

ROOT = Path(__file__).parent.parent
OUTPUT = ROOT / "mutants"
CALLS = OUTPUT / "calls.json"
MIGRATED, DATABASE = "migrated.sqlite3", "test.sqlite3"
# The rules have tests of their own that try everything.
NOT_MUTATED = {"rules.py", "cards.py", "conditions.py", "migrations", "tests"}
LOCKS = re.compile("lock|atomic|select_for_update|IntegrityError")
NOTICED, SURVIVED, UNFINISHED = "noticed", "SURVIVED", "SURVIVED as far as there was time"


def main() -> None:
    said = _arguments()
    found = _mutations(said.only)
    picked = Random(said.seed).sample(found, min(said.number, len(found)))
    with ExitStack() as stack:
        trees: SimpleQueue[Tree] = SimpleQueue()
        for _ in range(said.jobs):
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mutants-")))
            tree = Tree.copied(folder)
            trees.put(tree)
        postgresql = stack.enter_context(own_postgresql()) if said.postgresql else ""
        if not (said.keep and CALLS.exists()):
            tree.record()
        tests = Tests(json.loads(CALLS.read_text()), tree.collected())

        def tried(mutation: Mutation) -> str:
            own = trees.get()
            try:
                return own.tried(mutation, tests, said.limit, postgresql)
            finally:
                trees.put(own)

        with ThreadPoolExecutor(said.jobs) as pool:
            _report(picked, pool.map(tried, picked), said.seed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", nargs="?", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=[""], help="paths, or what they begin with")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--limit", type=int, default=600, help="seconds for the tests of one")
    parser.add_argument("--keep", action="store_true", help="the last record of what tests call")
    parser.add_argument(
        "--no-postgresql", dest="postgresql", action="store_false", help="where locks are dropped"
    )
    return parser.parse_args()


def _mutations(only: Iterable[str]) -> list[Mutation]:
    found = []
    for path in sorted([*ROOT.glob("scoring/**/*.py"), *ROOT.glob("games/*/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not NOT_MUTATED & set(path.parts) and name.startswith(tuple(only)):
            found += list(mutations(name, path.read_bytes()))
    return found


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


class Tests:
    """Which tests to run for a mutation, the likeliest to notice it first."""

    def __init__(self, calls: dict[str, list[str]], collected: set[str]) -> None:
        """`calls`: test -> the functions that it calls, as path::name."""
        self.size = {test: len(functions) for test, functions in calls.items()}
        self.of_function: dict[str, set[str]] = defaultdict(set)
        self.of_file: dict[str, set[str]] = defaultdict(set)
        for test, functions in calls.items():
            for function in functions if test in collected else ():
                self.of_function[function].add(test)
                self.of_file[function.partition("::")[0]].add(test)
        # New since they were recorded: they may call anything.
        self.new = collected - set(calls)

    def of(self, mutation: Mutation) -> list[str]:
        """Who calls the function; or something in its file; or in a file that imports this one."""
        own = f"test_{Path(mutation.file).stem}"
        found = (
            self.of_function.get(f"{mutation.file}::{mutation.function}")
            or self.of_file.get(mutation.file)
            or {test for file in _importers(mutation.file) for test in self.of_file.get(file, ())}
        )
        order = sorted(found, key=lambda test: (own not in test, self.size[test], test))
        return [*sorted(self.new), *order]


def _importers(file: str) -> Iterator[str]:
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    parent, _dot, name = module.rpartition(".")
    imports = re.compile(
        rf"^\s*(from {re.escape(module)} |from {re.escape(parent)} import .*\b{name}\b"
        rf"|import {re.escape(module)}\b)",
        re.MULTILINE,
    )
    for path in ROOT.glob("[sg]*/**/*.py"):
        if imports.search(path.read_text()):
            yield path.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Tree:
    """A copy of the checkout, where one file at a time is another."""

    root: Path

    @classmethod
    def copied(cls, folder: Path) -> "Tree":
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, names.split("\0")):
            if (ROOT / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        environment = {**os.environ, "DATABASE_URL": f"sqlite:///{folder / MIGRATED}"}
        subprocess.run(migrate, cwd=folder, env=environment, check=True)
        return cls(folder)

    def record(self) -> None:
        OUTPUT.mkdir(exist_ok=True)
        sys.stdout.write("Recording which functions each test calls\n")
        _code, output = self._pytest("-m", "not browser", CALLS=str(CALLS))
        sys.stdout.write("\n".join([*output.splitlines()[-5:], ""]))

    def collected(self) -> set[str]:
        _code, output = self._pytest("--collect-only", "-m", "not browser")
        return {line for line in output.splitlines() if "::" in line}

    def tried(self, mutation: Mutation, tests: Tests, limit: int, postgresql: str) -> str:
        path = self.root / mutation.file
        source = path.read_bytes()
        mutated = mutation.apply(source)
        if ast.dump(ast.parse(mutated)) == ast.dump(ast.parse(source)):
            return f"{NOTICED}: it is the same program"
        lines = b"".join(source.splitlines()[max(mutation.line - 2, 0) : mutation.line + 1])
        path.write_bytes(mutated)
        try:
            verdict = self._verdict(tests.of(mutation), limit)
            if not verdict.startswith(NOTICED) and postgresql and LOCKS.search(lines.decode()):
                marked = ["-p", "tests.on_postgresql", "-m", "postgresql"]
                own = f"test_{self.root.name.replace('-', '_')}"
                verdict = self._verdict(marked, limit, DATABASE_URL=postgresql, TEST_DATABASE=own)
            return verdict
        finally:
            path.write_bytes(source)

    def _verdict(self, arguments: list[str], limit: int, **environment: str) -> str:
        if not arguments:
            return f"{SURVIVED}: nothing calls it"
        (self.root / "arguments").write_text("\n".join(arguments))
        code, output = self._pytest("--exitfirst", "@arguments", limit=limit, **environment)
        if code is None:
            return UNFINISHED
        first = re.search(r"^(?:FAILED|ERROR) (\S+)", output, re.MULTILINE)
        return f"{NOTICED}: {first[1] if first else 'nothing starts'}" if code else SURVIVED

    def _pytest(
        self, *arguments: str, limit: int | None = None, **environment: str
    ) -> tuple[int | None, str]:
        """Its exit code, or None where the limit was reached, and what it wrote."""
        shutil.copyfile(self.root / MIGRATED, self.root / DATABASE)
        command = [sys.executable, "-m", "pytest", "--quiet", "-p", "tests.mutants_plugin"]
        process = subprocess.Popen(
            [*command, *arguments],
            cwd=self.root,
            env={**os.environ, "DATABASE_URL": "", "TEST_DATABASE": DATABASE, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            output, _nothing = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return None, ""
        else:
            return process.returncode, output
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
