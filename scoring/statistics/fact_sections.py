"""Facts in the words of their game, section by section, and the players who lead in them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from scoring.contract import Game
from scoring.core.fact_wording import FactWording, Reading
from scoring.core.facts import CountedFact
from scoring.groups.visibility import PlayerLink, player_link
from scoring.models import PlayerFact
from scoring.statistics.rates import LEAST_PLAYS, leading, rate
from scoring.web.group_access import Guest

VARIANT = "variant"  # a fact of any game: wins, of plays
MOST_SUBJECTS = 24


@dataclass(frozen=True, slots=True)
class FactShown:
    label: str
    text: str
    rate: Fraction | None
    is_share: bool  # of all occasions, and not so many at each


@dataclass(frozen=True, slots=True)
class FactSection:
    """A player's facts of one kind: one over all, or one for each subject."""

    title: str
    overall: FactShown | None
    by_subject: tuple[FactShown, ...]


@dataclass(frozen=True, slots=True)
class Leader:
    title: str
    players: tuple[PlayerLink, ...]  # several if they are tied
    fact: FactShown


def wins(times: int, of: int) -> str:
    text = ngettext("%(times)d of %(of)d play won", "%(times)d of %(of)d plays won", of)
    return text % {"times": times, "of": of}


def fact_wording_of(game: Game[Any]) -> dict[str, FactWording]:
    """Return the wording of the game's own facts, and of those that every game has."""
    names = game.wording.variants
    variant = FactWording(
        title=gettext_lazy("Wins by variant"),
        says=wins,
        label=lambda code: str(names.get(code, code)),
    )
    return {**game.fact_wording, VARIANT: variant}


def fact_sections(game: Game[Any], facts: Iterable[PlayerFact | CountedFact]) -> list[FactSection]:
    """Group facts by their kind, in the order of the game; leave out those without a wording."""
    by_what: dict[str, list[PlayerFact | CountedFact]] = defaultdict(list)
    for fact in facts:
        by_what[fact.what].append(fact)
    return [
        _fact_section(words, by_what[what])
        for what, words in fact_wording_of(game).items()
        if what in by_what
    ]


def _fact_section(words: FactWording, facts: Sequence[PlayerFact | CountedFact]) -> FactSection:
    overall = next((fact for fact in facts if not fact.subject), None)
    by_subject = [_fact_shown(words, fact) for fact in facts if fact.subject][:MOST_SUBJECTS]
    return FactSection(
        title=str(words.title),
        overall=_fact_shown(words, overall) if overall else None,
        by_subject=tuple(sorted(by_subject, key=lambda fact: fact.label)),
    )


def _fact_shown(words: FactWording, fact: PlayerFact | CountedFact) -> FactShown:
    return FactShown(
        label=str(words.label(fact.subject)) if fact.subject else str(words.title),
        text=words.says(fact.times, fact.of),
        rate=rate(fact.times, fact.of),
        is_share=words.reading == Reading.SHARE,
    )


# Who leads in a group


def whats_with_leaders(game: Game[Any]) -> list[str]:
    """Return the kinds of facts by which the game's page names players."""
    return [*(what for what, words in game.fact_wording.items() if words.leader), VARIANT]


def leaders(game: Game[Any], facts: Sequence[PlayerFact], guest: Guest) -> list[Leader]:
    candidates = [
        _leader(words, [fact for fact in facts if fact.what == what], guest)
        for what, words in game.fact_wording.items()
        if words.leader
    ]
    return [leader for leader in candidates if leader is not None]


def _leader(words: FactWording, facts: Sequence[PlayerFact], guest: Guest) -> Leader | None:
    first = _leading(facts, words.least)
    if not first:
        return None
    players = tuple([player_link(fact.player, guest) for fact in first])
    return Leader(str(words.leader), players, _fact_shown(words, first[0]))


def best_at(variant: str, facts: Iterable[PlayerFact]) -> list[PlayerFact]:
    """Return the wins of who won the largest share of enough plays with the variant."""
    wins = [fact for fact in facts if (fact.what, fact.subject) == (VARIANT, variant)]
    return _leading(wins, LEAST_PLAYS)


def _leading(facts: Sequence[PlayerFact], least: int) -> list[PlayerFact]:
    players = leading([(fact.player_id, fact.times, fact.of) for fact in facts], least)
    return [fact for fact in facts if fact.player_id in players]
