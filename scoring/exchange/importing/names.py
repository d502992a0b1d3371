"""Find out who the names of a list or a file are, among a group's players and each other."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.sessions.name_matching import SimilarNames, name_key

GUEST = "guest"  # chosen for somebody who gets a seat, and is none of the group's players
SHORTEST = 3  # letters that begin a longer name
IS = "="  # before the name of a player whom somebody chose


@dataclass(frozen=True, slots=True)
class Name:
    """Hold a name of the file, and which player it is; `similar`: who else it may be.

    `together`: at how many tables of the file both sat."""

    label: str
    player: str
    is_new: bool
    is_guest: bool = False
    similar: str = ""
    together: int = 0
    asks: bool = False

    @property
    def is_exact(self) -> bool:
        return not self.is_new and not self.is_guest and self.player == self.label


def match_names(
    in_group: Sequence[str],
    labels: Sequence[str],
    chosen: Mapping[str, str] | None = None,
    tables: Iterable[Sequence[str]] = (),
    known_as: Mapping[str, str] | None = None,
) -> list[Name]:
    """Return who each name is: a player of that name, of other capitals or accents, or a new one.

    Two who sat at one table are two people. `chosen`: who somebody said that a name is;
    `known_as`: names that several people in the file have."""
    chosen, known_as = chosen or {}, known_as or {}
    taken = set(in_group)
    by_key: dict[str, str] = {}
    for name in in_group:
        by_key.setdefault(name_key(name), name)
    similar_names = SimilarNames([*labels, *in_group])
    keys = sorted((name_key(name), name) for name in in_group)
    at_first = {label: at for at, label in enumerate(labels)}
    tables_of: defaultdict[str, set[int]] = defaultdict(set)
    for at, table in enumerate(tables):
        for label in table:
            tables_of[label].add(at)
    matched = []
    for label in labels:
        choice = chosen.get(label, "")
        other = by_key.get(name_key(label))
        similar = known_as.get(label) or (other if other != label else None)
        if label not in taken:
            similar = similar or similar_names.most_similar(label) or _one_that_begins(label, keys)
        # Of two names of the file the later one is asked about.
        if similar == label or (
            similar not in taken and at_first.get(similar or "", 0) > at_first[label]
        ):
            similar = None
        together = len(tables_of[label] & tables_of[similar]) if similar else 0
        player = label
        if choice.startswith(IS):
            player = choice[len(IS) :]
        elif label not in taken and other and not together:
            player = other
        is_guest = choice == GUEST
        if not is_guest:
            by_key.setdefault(name_key(player), player)
        asks = label not in taken and bool(similar) and (not together or label in known_as)
        matched.append(
            Name(
                label,
                player,
                is_new=not is_guest and player not in taken,
                is_guest=is_guest,
                similar=similar or "",
                together=together,
                asks=asks,
            )
        )
    return matched


def _one_that_begins(label: str, keys: Sequence[tuple[str, str]]) -> str | None:
    """Return the one name that a shorter one begins: "Anna" and "Anna B." that of Anna Berger."""
    start = name_key(label).rstrip(".")
    at = bisect_left(keys, (start, ""))
    names = [name for key, name in keys[at : at + 2] if key.startswith(start)]
    return names[0] if len(names) == 1 and len(start) >= SHORTEST else None
