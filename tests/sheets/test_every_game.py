"""The sheet of every game shows all that a session has, and reads it back as it was."""

from random import Random
from typing import Any

import pytest

from scoring.contract import Game
from scoring.documents.scorer import read_document
from scoring.registry import installed_games
from scoring.sheets.contract import sheet_of
from scoring.sheets.filled import fits
from scoring.sheets.reading import read_lines

GAMES = [pytest.param(game, id=slug) for slug, game in installed_games().items() if game.sheet]


@pytest.mark.parametrize("game", GAMES)
def test_what_it_writes_is_read_as_the_same(game: Game[Any]) -> None:
    for seed in range(150):
        document = game.sample(Random(seed))
        assert fits(game, read_document(document).state), document


@pytest.mark.parametrize("game", GAMES)
def test_any_text_in_a_cell_is_read_or_refused_there(game: Game[Any]) -> None:
    dice = Random(7)
    sheet = sheet_of(game)
    letters = "0123456789 -–+()hstoHST,;/xÄ²٣\t"
    for seed in range(60):
        state = read_document(game.sample(Random(seed))).state
        keys = [column.key for column in sheet.columns(state)]
        lines = [
            {key: "".join(dice.choices(letters, k=dice.randint(0, 9))) for key in keys}
            for _line in range(4)
        ]
        reading = read_lines(game, state, lines, lambda filled: filled)
        assert reading.state is not None or reading.wrong or reading.refused


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_of_a_refused_line_is_a_column(game: Game[Any]) -> None:
    dice = Random(3)
    sheet = sheet_of(game)
    for seed in range(60):
        state = read_document(game.sample(Random(seed))).state
        lines = [dict(cells) for cells in sheet.write(state)]
        if not lines:
            continue
        key = dice.choice([*lines[0]])
        dice.choice(lines)[key] = "9 9 9"
        reading = read_lines(game, state, lines, lambda filled: filled)
        columns = {column.key for column in sheet.columns(state)} | {""}
        assert all(columns.issuperset(wrong) for wrong in reading.wrong.values())
