"""The plan of the house as checks: each reads a tree of source and says what breaks the plan."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PURE_IN_SCORING = (
    "careers",
    "changes",
    "document",
    "facts",
    "json_text",
    "outcome",
    "ranking",
    "refusals",
    "standings",
)
PURE_IN_A_GAME = ("document", "rules")
PURE_WHERE_A_GAME_HAS_IT = ("evening", "facts", "outlook")
# What a pure module may import: no clock, no randomness, no files, no database, no framework.
PURE_IMPORTS = {
    "collections.abc": None,
    "dataclasses": None,
    "datetime": {"date"},
    "enum": None,
    "fractions": None,
    "functools": None,
    "itertools": None,
    "json": None,
    "pydantic": None,
    "pydantic_core": None,
    "re": None,
    "types": None,
    "typing": None,
    "typing_extensions": None,
    "uuid": {"UUID"},
}
IMPURE_CALLS = {"now", "open", "print", "input", "today", "utcnow"}
IN_EVERY_GAME = (
    "README.md",
    "__init__.py",
    "document.py",
    "forms.py",
    "game.py",
    "models.py",
    "rules.py",
    "sample.py",
    "store.py",
    "table.py",
    "tests/__init__.py",
    "urls.py",
    "views.py",
    "wording.py",
)
MOST_LINES = 400
MOST_LINES_OF_A_FUNCTION = 50


@dataclass(frozen=True)
class Module:
    """One file of Python below the root."""

    root: Path
    path: Path

    @property
    def parts(self) -> tuple[str, ...]:
        return self.path.relative_to(self.root).with_suffix("").parts

    @property
    def name(self) -> str:
        return ".".join(part for part in self.parts if part != "__init__")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.path.read_text())

    def imports(self) -> Iterator[tuple[str, set[str]]]:
        """Modules, and the names taken from each; a plain import takes everything ("*")."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from ((alias.name, {"*"}) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield "." * node.level + (node.module or ""), {alias.name for alias in node.names}


def modules(root: Path) -> list[Module]:
    paths = [path for top in ("scoring", "games") for path in sorted((root / top).rglob("*.py"))]
    return [Module(root, path) for path in paths if "migrations" not in path.parts]


def games(root: Path) -> list[Path]:
    return sorted(path for path in (root / "games").iterdir() if (path / "__init__.py").exists())


def wrong_directions(root: Path) -> list[str]:
    """Imports go config -> games -> scoring, and no game imports another."""
    return [
        f"{module.name} imports {imported}"
        for module in modules(root)
        for imported, _ in module.imports()
        if _is_wrong_direction(module, imported)
    ]


def _is_wrong_direction(module: Module, imported: str) -> bool:
    to = imported.split(".")
    if to[0] == "config" or imported.startswith("."):
        return True
    if module.parts[0] == "scoring":
        return to[0] == "games"
    return to[0] == "games" and to[1:2] != list(module.parts[1:2])


def impurities(root: Path) -> list[str]:
    """Pure modules, and all of ours that they import, reach for nothing outside themselves."""
    found = {module.name: module for module in modules(root)}
    wanted = [f"scoring.{name}" for name in PURE_IN_SCORING]
    pure = (*PURE_IN_A_GAME, *PURE_WHERE_A_GAME_HAS_IT)
    wanted += [f"games.{game.name}.{name}" for game in games(root) for name in pure]
    seen: set[str] = set()
    problems = []
    while wanted:
        name = wanted.pop()
        if name in seen or name not in found:
            continue
        seen.add(name)
        for imported, names in found[name].imports():
            if imported.split(".")[0] in {"scoring", "games"}:
                wanted += [imported, *(f"{imported}.{inner}" for inner in names)]
            elif not _is_pure_import(imported, names):
                problems.append(f"{name} imports {imported}")
        problems += [f"{name} calls {call}()" for call in _impure_calls(found[name].tree)]
    return sorted(problems)


def _is_pure_import(imported: str, names: set[str]) -> bool:
    if imported not in PURE_IMPORTS:
        return False
    allowed = PURE_IMPORTS[imported]
    return allowed is None or names <= allowed


def _impure_calls(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in IMPURE_CALLS:
                yield called


def packages_with_code(root: Path) -> list[str]:
    """An `__init__.py` with code would run whenever a pure module is imported.

    Only those of models and admin list what is inside: Django looks there."""
    return [
        module.name
        for module in modules(root)
        if module.path.name == "__init__.py"
        and module.parts[-2] not in {"admin", "models"}
        and module.path.read_text().strip()
    ]


def missing_files(root: Path) -> list[str]:
    return [
        f"{game.name} has no {name}"
        for game in games(root)
        for name in IN_EVERY_GAME
        if not (game / name).is_file() and not (game / name).with_suffix("").is_dir()
    ]


def games_named_in_scoring(root: Path) -> list[str]:
    """What is true of any game knows no game by name."""
    slugs = {game.name for game in games(root)}
    return [
        f"{module.name} names {node.value}"
        for module in modules(root)
        if module.parts[0] == "scoring"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and node.value in slugs
    ]


def oversized(root: Path) -> list[str]:
    problems = []
    for module in modules(root):
        lines = module.path.read_text().count("\n")
        if lines > MOST_LINES:
            problems.append(f"{module.name} has {lines} lines")
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > MOST_LINES_OF_A_FUNCTION:
                    problems.append(f"{module.name}.{node.name} has {length} lines")
    return problems
