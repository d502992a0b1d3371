"""One stylesheet: nothing in it is dead or said twice, and colours have names."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHEET = ROOT / "scoring/static/scoring/site.css"
CODE = re.sub(r"/\*.*?\*/", "", SHEET.read_text(), flags=re.DOTALL)
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklch|color)a?\(", re.IGNORECASE)
NAMED = re.compile(r"(?<![\w-])(?:white|black|gr[ae]y|red|green|blue|gold)(?![\w-])")


@dataclass(frozen=True)
class Rule:
    within: tuple[str, ...]
    selector: str
    body: str

    @property
    def declarations(self) -> list[tuple[str, str]]:
        pairs = (line.split(":", 1) for line in self.body.split(";") if ":" in line)
        return [(name.strip(), value.strip()) for name, value in pairs]


def _rules() -> Iterator[Rule]:
    within: list[str] = []
    text = ""
    for char in CODE:
        if char == "{":
            within.append(" ".join(text.split()))
            text = ""
        elif char == "}" and within:
            *around, selector = within
            if text.strip():
                yield Rule(tuple(around), selector, text)
            within, text = around, ""
        else:
            text += char


RULES = list(_rules())


def _sources() -> str:
    """All that can give an element a class."""
    suffixes = {".html", ".js", ".py"}
    own = [*ROOT.glob("templates/**/*"), *ROOT.glob("scoring/**/*"), *ROOT.glob("games/**/*")]
    return "\n".join(
        path.read_text() for path in own if path.suffix in suffixes and "tests" not in path.parts
    )


def _classes() -> list[str]:
    selectors = " ".join(rule.selector for rule in RULES)
    return sorted(set(re.findall(r"\.(-?[a-z][\w-]*)", selectors, re.IGNORECASE)))


def test_its_braces_are_balanced() -> None:
    depth = 0
    for char in CODE:
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth in (0, 1, 2)
    assert depth == 0


def test_each_of_its_classes_is_used() -> None:
    sources = _sources()

    def is_used(name: str) -> bool:
        stem, dash, _rest = name.rpartition("-")
        whole = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
        begun = rf"(?<![\w-]){re.escape(stem + dash)}\{{\{{"  # class="seat-{{ place }}"
        return bool(re.search(whole, sources) or (dash and re.search(begun, sources)))

    assert [name for name in _classes() if not is_used(name)] == []


@pytest.mark.parametrize("pattern", [COLOUR, NAMED])
def test_it_gives_a_colour_its_value_as_a_token_alone(pattern: re.Pattern[str]) -> None:
    painted = [
        (rule.selector, name, value)
        for rule in RULES
        for name, value in rule.declarations
        if pattern.search(value) and not (rule.selector == ":root" and name.startswith("--"))
    ]
    assert painted == []


def test_it_uses_each_of_its_tokens_and_no_other() -> None:
    given = {name for rule in RULES for name, _value in rule.declarations if name.startswith("--")}
    assert given == set(re.findall(r"var\((--[\w-]+)", CODE))


def test_it_has_one_rule_for_each_selector() -> None:
    said = Counter((rule.within, " ".join(rule.selector.split())) for rule in RULES)
    assert [where for where, times in said.items() if times > 1] == []
