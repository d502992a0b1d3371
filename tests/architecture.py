"""Check purity, names and sizes: each function returns what breaks its rule."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

# The words for people need Django's translations.
NOT_PURE_IN_CORE = ("fact_wording", "wording")
PURE_BESIDE_CORE = (
    "documents.schema",
    "documents.shape",
    "documents.strict_json",
    "evenings.assignment",
    "evenings.repeats",
    "noted.rules",
    "statistics.rates",
    "statistics.rivals",
)
PURE_IN_A_GAME = ("rules",)
PURE_WHERE_A_GAME_HAS_IT = (
    "cover",
    "dispute_rules",
    "facts",
    "figures",
    "ribbons",
    "round_results",
)
# What a pure module may import: no clock, no randomness, no files, no database, no framework.
PURE_IMPORTS = {
    "collections": {"Counter"},
    "collections.abc": None,
    "dataclasses": None,
    "datetime": {"date", "timedelta"},
    "enum": None,
    "fractions": None,
    "functools": None,
    "hashlib": {"blake2b"},
    "heapq": None,
    "itertools": None,
    "json": None,
    "math": {"cos", "pi", "sin"},
    "operator": None,
    "pydantic": None,
    "pydantic_core": None,
    "re": None,
    "types": None,
    "typing": None,
    "typing_extensions": None,
    "uuid": {"UUID"},
}
IMPURE_CALLS = {"now", "open", "print", "input", "today", "utcnow"}
# Calls that make or run a query. `get` and `values` are also calls of a dict.
QUERY_CALLS = {
    "aggregate",
    "annotate",
    "exclude",
    "filter",
    "get_or_create",
    "order_by",
    "prefetch_related",
    "select_related",
    "update_or_create",
    "values_list",
}
# All else is a write_transaction(): in these it is a savepoint, or no phone waits for it.
BEGIN_TRANSACTIONS = (
    "scoring.models.locks",
    "scoring.models.online_migrations",
    "scoring.models.transactions",
    "scoring.upkeep.database_copy",
)
IN_EVERY_GAME = (
    "README.md",
    "__init__.py",
    "forms.py",
    "game.py",
    "models.py",
    "rules.py",
    "sample.py",
    "store.py",
    "table.py",
    "tests/__init__.py",
    "urls.py",
    "wording.py",
)
# Folders whose files have given names, or one more with each case.
UNLIMITED_FOLDERS = {"account", "examples", "migrations", "tests"}  # account: django-allauth's
# Above about 15 files in a folder or 400 lines in a file, a reviewer asks; far above, this fails.
MOST_FILES = 25
MOST_LINES = 500
MOST_LINES_OF_A_FUNCTION = 60


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
        """Yield modules, and the names taken from each; a plain import takes everything ("*")."""
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


def crowded_folders(root: Path) -> list[str]:
    """Return folders with more than MOST_FILES files."""
    folders = {
        path.parent for top in ("scoring", "games", "templates") for path in (root / top).rglob("*")
    }
    counts = {
        folder: sum(
            path.suffix in {".py", ".html"} and path.name != "__init__.py"
            for path in folder.iterdir()
        )
        for folder in folders
        if not UNLIMITED_FOLDERS & {*folder.relative_to(root).parts}
        and "__pycache__" not in folder.parts
    }
    return sorted(
        f"{folder.relative_to(root)} has {count} files"
        for folder, count in counts.items()
        if count > MOST_FILES
    )


def impurities(root: Path) -> list[str]:
    """Return what pure modules, and all of ours that they import, import or call from outside."""
    by_name = {module.name: module for module in modules(root)}
    wanted = [f"scoring.{name}" for name in (*pure_modules_of_core(root), *PURE_BESIDE_CORE)]
    pure = (*PURE_IN_A_GAME, *PURE_WHERE_A_GAME_HAS_IT)
    wanted += [f"games.{game.name}.{name}" for game in games(root) for name in pure]
    seen: set[str] = set()
    problems = []
    while wanted:
        name = wanted.pop()
        if name in seen or name not in by_name:
            continue
        seen.add(name)
        for imported, names in by_name[name].imports():
            if imported.split(".")[0] in {"scoring", "games"}:
                wanted += [imported, *(f"{imported}.{inner}" for inner in names)]
            elif not _is_pure_import(imported, names):
                problems.append(f"{name} imports {imported}")
        problems += [f"{name} calls {call}()" for call in _impure_calls(by_name[name].tree)]
    return sorted(problems)


def pure_modules_of_core(root: Path) -> list[str]:
    names = sorted(path.stem for path in (root / "scoring/core").glob("*.py"))
    return [f"core.{name}" for name in names if name not in {"__init__", *NOT_PURE_IN_CORE}]


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
    """Return each `__init__.py` with code: it would run whenever a pure module is imported.

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
    """Return modules of scoring that have the name of a game in a string."""
    slugs = {game.name for game in games(root)}
    return [
        f"{module.name} names {node.value}"
        for module in modules(root)
        if module.parts[0] == "scoring"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Constant) and node.value in slugs
    ]


def locks_elsewhere(root: Path) -> list[str]:
    """Return modules that lock rows themselves: one module has all locks, in their order."""
    return [
        module.name
        for module in modules(root)
        if module.name != "scoring.models.locks" and "select_for_update" in module.path.read_text()
    ]


def transactions_elsewhere(root: Path) -> list[str]:
    """Return modules that begin a transaction themselves: on SQLite writers take turns in one."""
    return [
        module.name
        for module in modules(root)
        if module.name not in BEGIN_TRANSACTIONS
        and not {"migrations", "tests"} & {*module.parts}
        and "transaction.atomic" in module.path.read_text()
    ]


def queries_in_views(root: Path) -> list[str]:
    """Return calls that spell a query in a view; queries have names in the managers of models."""
    return [
        f"{module.name} calls .{node.func.attr}() in line {node.lineno}"
        for module in modules(root)
        if "views" in module.parts
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and (node.func.attr in QUERY_CALLS or _is_manager_get(node.func))
    ]


def _is_manager_get(function: ast.Attribute) -> bool:
    """Return whether it is `Model.objects.get`."""
    return function.attr == "get" and getattr(function.value, "attr", "") == "objects"


def games_named_in_shared_files(root: Path) -> list[str]:
    """Return shared stylesheets, scripts and templates that name a game or have a class of one."""
    slugs = "|".join(game.name for game in games(root))
    shared = [path for top in ("scoring", "templates") for path in sorted((root / top).rglob("*"))]
    return [
        f"{path.relative_to(root)} names {named[0].lower()}"
        for path in shared
        if path.suffix in {".css", ".html", ".js", ".svg", ".txt"}
        for named in re.finditer(rf"\b(?:{slugs})\b", path.read_text(), re.IGNORECASE)
    ]


def oversized(root: Path) -> list[str]:
    problems = [
        f"{path.relative_to(root)} has {lines} lines"
        for path in _styles_and_scripts(root)
        if (lines := path.read_text().count("\n")) > MOST_LINES
    ]
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


def _styles_and_scripts(root: Path) -> list[Path]:
    paths = [path for top in ("scoring", "games") for path in sorted((root / top).rglob("*"))]
    return [path for path in paths if path.suffix in {".css", ".js"}]
