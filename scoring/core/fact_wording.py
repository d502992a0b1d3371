"""The words for the facts of a game: their titles, their numbers, and who leads in them."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from scoring.core.wording import Template


class Reading(Enum):
    """How the two numbers of a fact are read together."""

    SHARE = auto()  # 27 of 40: 68 %
    RATE = auto()  # 27 in 12: 2.25 each


def unchanged(subject: str) -> str:
    return subject


def counted(template: Template) -> Callable[[int, int], str]:
    """Return what puts the two numbers of a fact into a template, as `times` and `of`.

    The template is mostly an `ngettext_lazy()` whose plural goes by "of"."""
    return lambda times, of: template % {"times": times, "of": of}


@dataclass(frozen=True, slots=True, kw_only=True)
class FactWording:
    """The words for one `what` of a game's facts."""

    title: Template
    says: Callable[[int, int], str]  # the two numbers in words: "27 of 40 criteria"
    reading: Reading = Reading.SHARE
    label: Callable[[str], str] = unchanged  # a subject, in words
    # Who has the most of it, on the game's page; empty where nobody is named, as where there are
    # subjects. Of `least` at least, so that one lucky round does not lead.
    leader: Template = ""
    least: int = 1


@dataclass(frozen=True, slots=True)
class BestWording:
    """The words for what somebody did best in a session."""

    title: Template  # "Best eye"
    says: Callable[[int], str]  # how well, in words: "9 right guesses"
