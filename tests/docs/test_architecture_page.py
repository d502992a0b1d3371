"""docs/architecture.md names every package, and only files, functions and classes that exist."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from scoring.registry import installed_games
from tests.docs.markdown import DOCS, ROOT, code_blocks, in_backticks, section, sections, table

PAGE = DOCS / "architecture.md"
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]
(PACKAGES,) = (each for each in CONTRACTS if each.get("exhaustive"))
TEXT = PAGE.read_text()
PATH = re.compile(r"[\w.<>-]+(?:/[\w.<>-]+)*/?")
PLACEHOLDERS = {"<game>": tuple(installed_games()), "<package>": ("groups", "leagues", "play")}


def paths_named(text: str) -> list[str]:
    """Return the files and folders that the sentences name."""
    return [code for code in in_backticks(text) if "/" in code and PATH.fullmatch(code)]


def filled_in(path: str) -> list[Path]:
    """Return the path once for each game or package that can replace its placeholder."""
    for placeholder, names in PLACEHOLDERS.items():
        if placeholder in path:
            return [ROOT / path.replace(placeholder, name) for name in names]
    return [ROOT / path]


def names_defined(file: Path) -> set[str]:
    """Return functions, methods, classes and constants of a Python file or of a folder."""
    files = file.rglob("*.py") if file.is_dir() else [file]
    names = set()
    for one in files:
        for node in ast.walk(ast.parse(one.read_text())):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
    return names


def test_its_packages_are_those_of_the_code_in_the_same_order() -> None:
    rows = table(section(PAGE, "The packages"))
    named = [row["package"].strip("`") for row in rows]
    assert [Path(name).stem for name in named] == PACKAGES["layers"]
    assert all(name.startswith("scoring/") for name in named)


def test_it_names_what_stands_beside_the_packages() -> None:
    named = {Path(path).stem for path in paths_named(section(PAGE, "The packages"))}
    assert set(PACKAGES["exhaustive_ignores"]) - {"migrations"} <= named


@pytest.mark.parametrize("path", sorted(set(paths_named(TEXT))))
def test_every_file_and_folder_that_it_names_exists(path: str) -> None:
    """A path of every game exists for at least one of them: not each has facts."""
    assert any(file.exists() for file in filled_in(path))
    assert path.endswith("/") == filled_in(path)[0].is_dir() or "<game>" in path


@pytest.mark.parametrize("heading", [name for name in sections(PAGE) if name != "Architecture"])
def test_every_name_is_defined_in_a_file_that_its_section_names(heading: str) -> None:
    text = section(PAGE, heading)
    files = [file for path in paths_named(text) for file in filled_in(path) if file.exists()]
    defined = {
        name
        for file in files
        if file.is_dir() or file.suffix == ".py"
        for name in names_defined(file)
    }
    sentences = re.findall(r"`(\w+)(?:\(\))?`", text)
    diagrams = re.findall(r"(\w+)\(\)", "".join(code_blocks(text, "mermaid")))
    assert {*sentences, *diagrams} - defined - {"scoring"} == set()


def test_its_order_of_the_locks_is_that_of_the_code() -> None:
    order = r"user, group, import, invitation,\s+evening,\s+sessions, leagues, seasons, players"
    assert re.search(order, section(PAGE, "Locks"))
    assert re.search(order, (ROOT / "scoring/models/locks.py").read_text())
