"""Rulings are defined in docs/ and tested; their tables and examples are what the rules do."""

import ast
import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import cast, get_args

import pytest

from games.artbox import rules as artbox
from games.artem import rules as artem
from games.canvas.awards import award
from games.canvas.conditions import BY_HAND, EARNED, Condition, places
from games.canvas.tests.builders import slots
from scoring.core.standings import WHOLE, Rules, Scheme, Tally, worth
from scoring.core.standings import table as standings_table
from tests.docs.markdown import DOCS, ROOT, in_backticks, section, sections, table

RULINGS, LEAGUE_RULINGS = DOCS / "rulings.md", DOCS / "league-rulings.md"
NUMBER = re.compile(r"\b(?:R-[A-Z]?|L-)\d+\b")
GAMES = ROOT / "games"
TESTS_OF = {
    "R-": tuple(sorted(GAMES.glob("*/tests"))),  # each of them
    "R-A": (GAMES / "artbox/tests",),
    "R-C": (GAMES / "canvas/tests",),
    "R-D": (GAMES / "duplik/tests",),
    "R-M": (GAMES / "artem/tests",),
    "L-": (ROOT / "tests",),
}
SOURCES = ("config", "docs", "games", "locale", "scoring", "templates", "tests")
WITH_WORDS = {".css", ".html", ".js", ".json", ".md", ".po", ".py", ".txt"}


def defined() -> list[str]:
    headings = [*sections(RULINGS), *sections(LEAGUE_RULINGS)]
    return [match[0] for heading in headings if (match := NUMBER.match(heading))]


def series(number: str) -> str:
    return number.rstrip("0123456789")


def cited(file: Path) -> set[str]:
    return set(NUMBER.findall(file.read_text()))


def files_with_words() -> Iterator[Path]:
    for folder in SOURCES:
        paths = (ROOT / folder).rglob("*")
        yield from (file for file in paths if file.is_file() and file.suffix in WITH_WORDS)
    yield from ROOT.glob("*.md")


@cache
def cited_by_tests(folder: Path) -> set[str]:
    """Return the numbers in the ids and docstrings of a folder's tests."""
    texts: list[str] = []
    for file in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.keyword) and node.arg == "id":
                texts.append(ast.unparse(node.value))
            elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                texts.append(ast.get_docstring(node) or "")
    return set(NUMBER.findall("\n".join(texts)))


def test_the_numbers_of_each_series_are_defined_once_and_in_order() -> None:
    by_series: dict[str, list[str]] = {}
    for number in defined():
        by_series.setdefault(series(number), []).append(number)
    assert set(by_series) == set(TESTS_OF)
    for name, numbers in by_series.items():
        assert numbers == [f"{name}{at}" for at in range(1, len(numbers) + 1)]


def test_every_ruling_that_is_cited_is_defined() -> None:
    known = set(defined())
    unknown = {file: cited(file) - known for file in files_with_words()}
    assert {file: numbers for file, numbers in unknown.items() if numbers} == {}


@pytest.mark.parametrize("number", defined())
def test_every_ruling_is_tested(number: str) -> None:
    """Rulings for every game are tested in each game."""
    untested = [
        folder for folder in TESTS_OF[series(number)] if number not in cited_by_tests(folder)
    ]
    assert untested == []


# The examples


EXAMPLES = [
    pytest.param(text, path, id=f"{name}, {Path(path).stem}")
    for name, text in sections(RULINGS).items()
    for path in re.findall(r"\]\(\.\./(.+?)\)", text)
]


@pytest.mark.parametrize(("text", "path"), EXAMPLES)
def test_an_example_says_who_wins_or_where_it_is_refused(text: str, path: str) -> None:
    result = json.loads((ROOT / path).read_text())["result"]
    if "error" in result:
        assert result["error"]["path"] in in_backticks(text)
    else:
        assert [name for name in result["winners"] if name not in text] == []


# The tables


def sizes(cell: str) -> range:
    first, last = cell.split("–")
    return range(int(first), int(last) + 1)


def artbox_table(players: int, **settings: str) -> artbox.State:
    names = tuple(f"Player {number}" for number in range(1, players + 1))
    return artbox.State(names, rounds=(), **settings)  # type: ignore[arg-type]


def test_the_tokens_that_end_artbox_are_in_the_table() -> None:
    """R-A7"""
    for row in table(section(RULINGS, "R-A7")):
        for players in sizes(row["players"]):
            standard = artbox_table(players)
            english = artbox_table(players, variant="simplified", edition="en-2020")
            french = artbox_table(players, variant="simplified", edition="fr-2019")
            each, one = artbox.experienced_targets(artbox_table(players, variant="experienced"))
            assert [int(cell) for cell in [*row.values()][1:]] == [
                artbox.target(standard),
                artbox.target(english),
                artbox.target(french),
                each,
                one,
            ]


def test_the_word_cards_to_add_are_in_the_table() -> None:
    """R-A9"""
    for row in table(section(RULINGS, "R-A9")):
        for players in sizes(row["players"]):
            assert int(row["word cards to add"]) == artbox.decoys(artbox_table(players))


def test_what_a_row_of_artem_is_worth_is_in_the_table() -> None:
    """R-M4"""
    rows = table(section(RULINGS, "R-M4"))
    first = {int(row["row"]): int(row["as the first play"]) for row in rows}
    later = {int(row["row"]): int(row["as a later play"]) for row in rows}
    assert first == artem.FIRST_PLAY
    assert later == artem.LATER_PLAY


def test_the_conditions_of_canvas_are_in_the_table() -> None:
    """R-C5"""
    rows = {row["condition"].strip("`"): row for row in table(section(RULINGS, "R-C5"))}
    assert list(rows) == list(get_args(Condition))
    for condition, row in rows.items():
        examples = re.findall(r"`(.+?)` (\d)", row["for example"])
        assert bool(examples) == (condition != BY_HAND)
        for painting, ribbons in examples:
            where = places(slots(painting.replace(" ", "|").replace("-", "")))
            assert EARNED[cast("Condition", condition)](where) == int(ribbons), painting


def test_the_awards_of_playing_alone_are_in_the_table() -> None:
    """R-C12"""
    for row in table(section(RULINGS, "R-C12")):
        bounds = [int(number) for number in re.findall(r"\d+", row["points"])]
        assert {award(points) for points in bounds} == {row["award"].strip("`")}


@pytest.mark.parametrize("scheme", Scheme)
def test_what_places_are_worth_is_in_the_table(scheme: Scheme) -> None:
    """L-2"""
    for row in table(section(LEAGUE_RULINGS, "L-2")):
        ranks = dict(enumerate(map(int, row["ranks at the table"].split(", "))))
        shares = [Fraction(share) for share in row[f"`{scheme}`"].split(", ")]
        got = worth(Rules(scheme=scheme), ranks)
        assert [Fraction(got[player], WHOLE) for player in ranks] == shares


def test_the_example_of_head_to_head_is_in_the_table() -> None:
    """L-5"""
    rows = list(table(section(LEAGUE_RULINGS, "L-5")))
    names = [row["player"] for row in rows]
    sessions = [
        {player: int(row[column]) for player, row in enumerate(rows) if row[column] != "–"}
        for column in ("all three", "Ana and Ben")
    ]
    level = [Tally(player, name, 2, WHOLE) for player, name in enumerate(names)]
    standings = standings_table(Rules(), level, lambda _players: sessions)
    assert [(row.tally.name, row.rank) for row in standings] == [
        (row["player"], int(row["rank"])) for row in rows
    ]
    for player, row in enumerate(rows):
        shares = [worth(Rules(), met)[player] for met in sessions if player in met]
        shown = [] if row["shares"] == "–" else row["shares"].split(", ")
        assert [Fraction(share, WHOLE) for share in shares] == list(map(Fraction, shown))
        mean = Fraction(sum(shares), WHOLE * len(shares)) if shares else Fraction(1, 2)
        assert mean == Fraction(row["head to head"])
