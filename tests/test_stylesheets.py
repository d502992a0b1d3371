"""Stylesheets use layers, have no unused classes, no rule twice and no unnamed value."""

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.stylesheets import GAME_SHEETS, ROOT, SHEETS, SITE_SHEETS, Sheet, rules_of

LAYERS = ("reset", "base", "components", "pages", "utilities")
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklch|color)a?\(", re.IGNORECASE)
NAMED = re.compile(r"(?<![\w-])(?:white|black|gr[ae]y|red|green|blue|gold)(?![\w-])")


each_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.path.stem)


def _sources(folder: Path) -> str:
    """Return the text of every file below the folder that can give an element a class."""
    tops = ("templates", "scoring", "games") if folder == ROOT else (".",)
    paths = [path for top in tops for path in (folder / top).rglob("*")]
    return "\n".join(
        path.read_text()
        for path in paths
        if path.suffix in {".html", ".js", ".py"} and "tests" not in path.parts
    )


@each_sheet
def test_its_braces_are_balanced(sheet: Sheet) -> None:
    depth = 0
    for char in sheet.code:
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth >= 0
    assert depth == 0


def test_the_order_of_the_layers_is_declared_once_and_before_everything_else() -> None:
    declared = {
        sheet.path.name: re.findall(r"@layer ([^{;]+);", sheet.code)
        for sheet in SHEETS
        if re.search(r"@layer [^{;]+;", sheet.code)
    }
    assert declared == {"tokens.css": [", ".join(LAYERS)]}
    base = (ROOT / "templates/base.html").read_text()
    assert re.findall(r"[\w-]+\.css", base)[0] == "tokens.css"


@each_sheet
def test_all_its_rules_are_in_a_layer_and_only_tokens_outside(sheet: Sheet) -> None:
    known = {f"@layer {name}" for name in LAYERS}
    outside = [
        rule.selector
        for rule in sheet.rules
        if rule.body.strip() and rule.selector != ":root" and not known & set(rule.within)
    ]
    assert outside == []


@each_sheet
def test_each_of_its_classes_is_used(sheet: Sheet) -> None:
    sources = _sources(sheet.folder)

    def is_used(name: str) -> bool:
        stem, dash, _rest = name.rpartition("-")
        whole = rf"(?<![\w-]){re.escape(name)}(?![\w-])"
        begun = rf"(?<![\w-]){re.escape(stem + dash)}\{{\{{"  # class="seat-{{ place }}"
        return bool(re.search(whole, sources) or (dash and re.search(begun, sources)))

    assert [name for name in sorted(sheet.classes) if not is_used(name)] == []


@each_sheet
@pytest.mark.parametrize("pattern", [COLOUR, NAMED], ids=["value", "name"])
def test_it_gives_a_colour_its_value_as_a_token_alone(
    sheet: Sheet, pattern: re.Pattern[str]
) -> None:
    painted = [
        (rule.selector, name, value)
        for rule in sheet.rules
        for name, value in rule.declarations
        if pattern.search(value) and not (rule.selector == ":root" and name.startswith("--"))
    ]
    assert painted == []


def test_all_tokens_are_used_and_have_a_value() -> None:
    shared = set[str]().union(*(sheet.tokens for sheet in SITE_SHEETS))
    used = set[str]().union(*(sheet.used_tokens for sheet in SHEETS))
    assert shared - used == set()
    for sheet in SITE_SHEETS:
        assert sheet.used_tokens - shared == set()
    for sheet in GAME_SHEETS:
        assert sheet.tokens - sheet.used_tokens == set()
        assert sheet.used_tokens - shared - sheet.tokens == set()


@each_sheet
def test_it_has_one_rule_for_each_selector(sheet: Sheet) -> None:
    rules = Counter((rule.within, rule.selector) for rule in sheet.rules if rule.body.strip())
    assert [where for where, times in rules.items() if times > 1] == []


def test_the_parser_knows_what_is_directly_in_a_block() -> None:
    code = "@layer a, b; @layer a { .x { color: c; .y { top: 0; } left: 0; } } .z { right: 0; }"
    assert [(rule.within, rule.selector, rule.declarations) for rule in rules_of(code)] == [
        ((), "@layer a", []),
        (("@layer a",), ".x", [("color", "c"), ("left", "0")]),
        (("@layer a", ".x"), ".y", [("top", "0")]),
        ((), ".z", [("right", "0")]),
    ]
