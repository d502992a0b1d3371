from scoring.core.wording import Wording
from tests.toygame.rules import End

WORDING = Wording(
    about="Everyone draws a card.",
    order="The highest card wins.",
    ends={End.DRAWN: "Everyone has drawn."},
    refusals={},
)
