"""Compare names as people do: without capitals and accents, and with a letter that is wrong."""

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from scoring.models.people import NAME_LENGTH

CLOSE_ENOUGH = 0.8  # of 1: one letter in five may be another


def name_key(name: str) -> str:
    """Return what two ways of writing one name have in common: "Anna", "anna" and "Ánna".

    What is longer than a name is cut: Python sorts accents in a time that grows with the square."""
    letters = unicodedata.normalize("NFKD", name[:NAME_LENGTH])
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(plain.casefold().split())


def similar_name(name: str, names: Iterable[str]) -> str | None:
    """Return the name that is spelled most alike, if one is; not the name itself."""
    by_key = {name_key(other): other for other in names if other != name}
    close = get_close_matches(name_key(name), by_key, n=1, cutoff=CLOSE_ENOUGH)
    return by_key[close[0]] if close else None
