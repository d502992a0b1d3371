"""Find the players of a group whom typed names mean, and ask where a name is nearly a player's.

Called by forms for people who may see these players. Others are never asked."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from scoring.models.people import NAME_LENGTH
from scoring.models.sessions import MOST_SEATS
from scoring.sessions.name_matching import SimilarNames, name_key

# The buttons that answer: "meant-2" has the name of a player, the other one the typed name.
MEANT, SOMEBODY_NEW = "meant-", "somebody_new"


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """Whether a typed name is meant for a player, or for which of several with one spelling."""

    field: str
    typed: str
    players: tuple[str, ...]
    is_first: bool = False  # of the page


@dataclass(frozen=True, slots=True)
class MatchedNames:
    """Names as they are recorded, by their fields, and what has to be asked about them."""

    names: Mapping[str, str]
    questions: Mapping[str, NameQuestion]


def answered_name(post: QueryDict, field: str, typed: str) -> str:
    """Return the name of the player for whom a typed name was said to be meant, or that name."""
    return post.get(f"{MEANT}{field}", typed).strip()


def with_answers(post: QueryDict, fields: Iterable[str]) -> QueryDict:
    """Return a posted form in which each name that was said to be meant for a player is theirs."""
    answered = post.copy()
    for field in fields:
        if field in post:
            answered[field] = answered_name(post, field, post.get(field, ""))
    return answered


def names_of_new_people(post: Mapping[str, Any], typed: Collection[str]) -> list[str]:
    """Return those of the typed names that were said to be of somebody new."""
    answers = post.getlist(SOMEBODY_NEW) if isinstance(post, QueryDict) else []
    said = {name.strip() for name in answers[: 2 * MOST_SEATS]}
    return [name for name in typed if name in said]


def match_names(
    players: Mapping[str, bool],
    typed: Mapping[str, str],
    *,
    new: Collection[str] = (),
    seated: Collection[str] = (),
    without: str = "",
) -> MatchedNames:
    """Compare names, by their fields, with players: their names, and whether they were merged.

    A name that differs from a player's in capitals, accents and blanks is theirs. `new`: names of
    whom somebody said that they are new; `seated`: names that seats of the table have already;
    `without`: the name of a player who gets another one."""
    merged = {name for name, is_merged in players.items() if is_merged}
    known = {*players, *seated} - {without}
    if known.issuperset(filter(None, typed.values())):
        return MatchedNames(typed, {})
    spellings = _Spellings(known, merged)
    names = {at: spellings.only_one(name) or name for at, name in typed.items()}
    # Somebody who sits at the table already is not meant by the name in another seat.
    free = spellings.current.difference(names.values(), seated)
    similar = SimilarNames(free)
    questions: dict[str, NameQuestion] = {}
    for at, name in names.items():
        if name and name not in known and name not in new:
            likely = spellings.same(name) or _listed(similar.most_similar(name))
            if meant := tuple([player for player in likely if player in free]):
                questions[at] = NameQuestion(at, name, meant, is_first=not questions)
    return MatchedNames(names, questions)


def questions_about_guests(
    players: Mapping[str, bool], guests: Mapping[str, str]
) -> dict[str, NameQuestion]:
    """Ask which of these players each guest is, by their fields; of some there is none to name.

    The very name of a player is no proof: it may have been typed without knowing the players."""
    spellings = _Spellings(players, {name for name, is_merged in players.items() if is_merged})
    similar = SimilarNames(spellings.current)
    return {
        at: NameQuestion(
            at, name, tuple(spellings.same(name) or _listed(similar.most_similar(name)))
        )
        for at, name in guests.items()
    }


class _Spellings:
    """The names in a group by what two ways of writing one name have in common."""

    def __init__(self, known: Collection[str], merged: Collection[str]) -> None:
        self.known = known
        self.current = {name for name in known if name not in merged}
        self._by_key: defaultdict[str, list[str]] = defaultdict(list)
        for name in sorted(known):
            self._by_key[name_key(name)].append(name)

    def same(self, name: str) -> list[str]:
        """Return the names with this spelling; those of merged players only if no other has it."""
        key = name_key(name) if len(name) <= NAME_LENGTH else ""
        same = self._by_key.get(key, []) if key else []
        return [one for one in same if one in self.current] or same

    def only_one(self, name: str) -> str | None:
        """Return the name that has this spelling, unless several have."""
        if name in self.known:
            return name
        same = self.same(name)
        return same[0] if len(same) == 1 else None


def _listed(name: str | None) -> list[str]:
    return [name] if name else []
