"""#ARTBOX: the tables of recorded rounds, and of the round that is being entered."""

from games.artbox.models.entering import (
    BallotLine,
    Drawing,
    HiddenEntry,
    OpenBallot,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenRound,
    Word,
)
from games.artbox.models.played import (
    Ballot,
    BrokenDrawing,
    Guess,
    NumberToken,
    Round,
    Setup,
    VictoryToken,
    awards,
)

__all__ = [
    "Ballot",
    "BallotLine",
    "BrokenDrawing",
    "Drawing",
    "Guess",
    "HiddenEntry",
    "NumberToken",
    "OpenBallot",
    "OpenBroken",
    "OpenFinish",
    "OpenGuess",
    "OpenRound",
    "Round",
    "Setup",
    "VictoryToken",
    "Word",
    "awards",
]
