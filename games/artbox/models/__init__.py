"""#ARTBOX: the tables of recorded rounds, and of the round that is being entered."""

from games.artbox.models.entering import (
    Drawing,
    GuessSheetLine,
    HiddenEntry,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenGuessSheet,
    OpenRound,
    Word,
)
from games.artbox.models.played import (
    BrokenDrawing,
    Guess,
    GuessSheet,
    NumberToken,
    Round,
    Setup,
    VictoryToken,
    awards,
)

__all__ = [
    "BrokenDrawing",
    "Drawing",
    "Guess",
    "GuessSheet",
    "GuessSheetLine",
    "HiddenEntry",
    "NumberToken",
    "OpenBroken",
    "OpenFinish",
    "OpenGuess",
    "OpenGuessSheet",
    "OpenRound",
    "Round",
    "Setup",
    "VictoryToken",
    "Word",
    "awards",
]
