"""The players of a new sheet: names of the group, new ones, and those that look like another."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring.sessions.name_matching import SimilarNames


@dataclass(frozen=True, slots=True)
class TypedName:
    """A seat of a new sheet. `meant`: the player of the group who is called nearly so."""

    at: int
    name: str
    is_new: bool = False
    meant: str = ""
    confirmed: bool = False  # as somebody new
    wrong: str = ""

    @property
    def is_open(self) -> bool:
        return bool(self.meant) and not self.confirmed


def typed_names(
    names: Sequence[str], known: Sequence[str], confirmed: Collection[str], wrong: dict[int, str]
) -> list[TypedName]:
    """Compare the names of all seats, also empty ones, with the players of the group."""
    in_group = {*known}
    others = SimilarNames(in_group.difference(names))
    return [
        TypedName(
            at,
            name,
            is_new=bool(name) and name not in in_group,
            meant="" if name in in_group or not name else others.most_similar(name) or "",
            confirmed=name in confirmed,
            wrong=wrong.get(at, ""),
        )
        for at, name in enumerate(names)
    ]
