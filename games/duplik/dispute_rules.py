"""Duplik: who votes on a dispute, and what the votes decide (R-D6)."""

from collections.abc import Collection, Iterable, Mapping


def vote_decides(votes: Mapping[str, bool], author_says: bool) -> bool:
    """Return whether the criterion is met by the votes; even ones leave it to the author."""
    ayes = sum(votes.values())
    noes = len(votes) - ayes
    return author_says if ayes == noes else ayes > noes


def voters(artists: Iterable[str], author: str) -> tuple[str, ...]:
    """Return who votes on a dispute about this author's drawing: every other artist (R-D6)."""
    return tuple([name for name in artists if name != author])


def decision(
    voters: Collection[str], votes: Mapping[str, bool], author_says: bool | None
) -> bool | None:
    """Return the decision on a dispute as votes come in; None while there is none (R-D6)."""
    if any(name not in votes for name in voters):
        return None
    if is_even(votes) and author_says is None:
        return None
    return vote_decides(votes, bool(author_says))


def is_even(votes: Mapping[str, bool]) -> bool:
    return 2 * sum(votes.values()) == len(votes)
