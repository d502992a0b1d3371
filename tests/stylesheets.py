"""Read the stylesheets of the site and of its games as rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHARED = ROOT / "scoring/static/scoring/css"


@dataclass(frozen=True)
class Rule:
    within: tuple[str, ...]  # the layers, media queries and rules around it
    selector: str
    body: str

    @property
    def declarations(self) -> list[tuple[str, str]]:
        pairs = (line.split(":", 1) for line in self.body.split(";") if ":" in line)
        return [(name.strip(), value.strip()) for name, value in pairs]


@dataclass(frozen=True)
class Sheet:
    """`folder`: where the files are that may use its classes."""

    path: Path
    folder: Path

    @property
    def code(self) -> str:
        return re.sub(r"/\*.*?\*/", "", self.path.read_text(), flags=re.DOTALL)

    @property
    def rules(self) -> list[Rule]:
        """Return each block with the declarations that are directly in it, but for fonts."""
        return [rule for rule in rules_of(self.code) if rule.selector != "@font-face"]

    @property
    def classes(self) -> set[str]:
        selectors = " ".join(rule.selector for rule in self.rules)
        return set(re.findall(r"\.(-?[a-z][\w-]*)", selectors, re.IGNORECASE))

    @property
    def tokens(self) -> set[str]:
        """Return the custom properties that the sheet gives a value."""
        names = (name for rule in self.rules for name, _value in rule.declarations)
        return {name for name in names if name.startswith("--")}

    @property
    def used_tokens(self) -> set[str]:
        return set(re.findall(r"var\((--[\w-]+)", self.code))


def rules_of(code: str, within: tuple[str, ...] = ()) -> Iterator[Rule]:
    """Yield the blocks of the code, each before those inside it."""
    start = depth = 0
    selector = ""
    for at, char in enumerate(code):
        if char == "{":
            if depth == 0:
                selector = " ".join(re.split(r"[;}]", code[start:at])[-1].split())
                start = at + 1
            depth += 1
        elif char == "}":
            depth -= 1
            if depth == 0:
                block = code[start:at]
                yield Rule(within, selector, _own_declarations(block))
                yield from rules_of(block, (*within, selector))
                start = at + 1


def _own_declarations(block: str) -> str:
    """Return the block without the blocks inside it and their selectors."""
    inner = re.compile(r"[^;{}]*\{[^{}]*\}")
    while inner.search(block):
        block = inner.sub("", block)
    return block


SITE_SHEETS = [
    Sheet(path, ROOT) for path in sorted(SHARED.glob("*.css")) if not path.match("admin-*")
]
GAME_SHEETS = [Sheet(path, path.parents[2]) for path in sorted(ROOT.glob("games/*/static/*/*.css"))]
SHEETS = [*SITE_SHEETS, *GAME_SHEETS]
