"""How a game words its facts: what they are called, how they are read, who leads in them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from scoring.core.wording import Template


class Reading(Enum):
    """How "so many times, of so many" is read."""

    SHARE = auto()  # 27 of 40: 68 %
    RATE = auto()  # 27 in 12: 2.25 each


def as_it_is(subject: str) -> str:
    return subject


@dataclass(frozen=True, slots=True, kw_only=True)
class FactWording:
    """The words for one `what` of a game's facts."""

    title: Template
    says: Callable[[int, int], str]  # the two numbers in words: "27 of 40 criteria"
    reading: Reading = Reading.SHARE
    label: Callable[[str], str] = as_it_is  # a subject, in words
    # Who has the most of it, on the game's page; empty where nobody is named, as where there are
    # subjects. Of `least` at least, so that one lucky round does not lead.
    leader: Template = ""
    least: int = 1
