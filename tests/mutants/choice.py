"""Which tests to run for a mutation."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.mutants.mutations import Mutation
from tests.mutants.plugin import AT_IMPORT

ROOT = Path(__file__).parent.parent.parent
# These read what was defined when modules were imported: they need not call it.
READERS = (
    "test_contract.py",
    "test_form_fields.py",
    "test_game.py",
    "test_limits.py",
    "test_limits_page.py",
    "test_methods.py",
    "test_permissions.py",
    "test_transactions.py",
)


class Tests:
    """Which tests to run for a mutation, the likeliest to notice it first."""

    def __init__(self, calls: dict[str, list[str]], collected: set[str]) -> None:
        """`calls`: test -> the functions that it calls, as path::name."""
        self.size = {test: len(functions) for test, functions in calls.items()}
        self.of_function: dict[str, set[str]] = defaultdict(set)
        self.of_file: dict[str, set[str]] = defaultdict(set)
        self.at_import = set(calls.get(AT_IMPORT, ()))
        for test, functions in calls.items():
            for function in functions if test in collected else ():
                self.of_function[function].add(test)
                self.of_file[function.partition("::")[0]].add(test)
        self.collected = collected
        # New since they were recorded: they may call anything.
        self.new = collected - set(calls)

    def of(self, mutation: Mutation) -> list[str]:
        """Return the tests that call the function, or else those of its file or importers."""
        own = f"test_{Path(mutation.file).stem}"
        tests = (
            self.of_function.get(f"{mutation.file}::{mutation.function}")
            or self.of_file.get(mutation.file)
            or {test for file in _importers(mutation.file) for test in self.of_file.get(file, ())}
        )
        order = sorted(tests, key=lambda test: (own not in test, self.size[test], test))
        return [*sorted(self.new), *(self.readers if self.is_at_import(mutation) else ()), *order]

    def is_at_import(self, mutation: Mutation) -> bool:
        """Return whether it is run when modules are imported, also in a function."""
        return mutation.at_import or f"{mutation.file}::{mutation.function}" in self.at_import

    def by_name(self, mutation: Mutation) -> list[str]:
        """Return further tests that are named after the file, or run the command that is. They may
        start a process that calls the function. If no test calls it in its own process, also those
        of the commands that import the file."""
        own, names = Path(mutation.file).stem, {Path(mutation.file).stem}
        if not self.of_function.get(f"{mutation.file}::{mutation.function}"):
            names |= {Path(file).stem for file in _importers(mutation.file)}
        files = {file for name in names & _commands() for file in _tests_of_command(name)}
        return sorted(
            test
            for test in self.collected - set(self.of(mutation))
            if f"/test_{own}" in test.partition("::")[0] or test.partition("::")[0] in files
        )

    @property
    def readers(self) -> list[str]:
        return sorted(test for test in self.collected if test.partition("::")[0].endswith(READERS))


@cache
def _commands() -> set[str]:
    return {path.stem for path in ROOT.glob("scoring/management/commands/[a-z]*.py")}


@cache
def _tests_of_command(name: str) -> set[str]:
    """Return the files of tests that give a process the name of the command."""
    files = [*ROOT.glob("tests/**/test_*.py"), *ROOT.glob("games/*/tests/test_*.py")]
    return {path.relative_to(ROOT).as_posix() for path in files if f'"{name}"' in path.read_text()}


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
