"""What a session says of a player beyond the result: counted, and added up over the evenings."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """So many times, of so many: who described how many of the criteria that were met.

    `what` and `subject` are codes; the game has the words for them."""

    player: str
    what: str
    subject: str = ""
    times: int = 1
    of: int = 0
