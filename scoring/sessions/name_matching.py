"""Compare names as people do: without capitals and accents, and with a letter that is wrong."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from scoring.models.people import NAME_LENGTH

CLOSE_ENOUGH = 0.8  # of 1: one letter in five may be another
MOST_PARTS = 12  # of three letters by which names are looked for, the rarest first
MOST_WITH_A_PART = 200  # names
MOST_COMPARED = 30  # letter by letter
VOICED_MARKS = "\u3099\u309a"


def name_key(name: str) -> str:
    """Return what two ways of writing one name have in common: "Anna", "anna" and "Ánna".

    The marks of Japanese are no accents: they make another name, as "Daiki" of "Taiki". What is
    longer than a name is cut: Python sorts accents in a time that grows with the square."""
    letters = unicodedata.normalize("NFKD", name[:NAME_LENGTH])
    plain = "".join(
        letter for letter in letters if letter in VOICED_MARKS or not unicodedata.combining(letter)
    )
    return " ".join(plain.casefold().split())


class SimilarNames:
    """Find the name that is spelled most alike, among names that are looked through once.

    Only names that share three letters in a row are compared, those with rare ones first: to
    compare each name of a file with each player of a group would take minutes."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_key = {name_key(name): name for name in names}
        with_part: defaultdict[str, list[str]] = defaultdict(list)
        for key in self._by_key:
            for part in _parts(key):
                with_part[part].append(key)
        self._with_part = dict(with_part)

    def most_similar(self, name: str) -> str | None:
        """Return the name that is spelled most alike, if one is; not the name itself."""
        key = name_key(name)
        parts = [part for part in sorted(_parts(key)) if part in self._with_part]
        rare = sorted([self._with_part[part] for part in parts], key=len)[:MOST_PARTS]
        shared = Counter(other for keys in rare for other in keys[:MOST_WITH_A_PART])
        best, most, places = None, CLOSE_ENOUGH, _places(key)
        for other, _times in shared.most_common(MOST_COMPARED):
            alike = 2 * _letters_in_common(places, other) / (len(key) + len(other))
            if alike >= most and self._by_key[other] != name:
                best, most = self._by_key[other], alike
        return best


def _parts(key: str) -> set[str]:
    """Return each three neighbours in a name, between two blanks."""
    framed = f" {key} "
    return {framed[at : at + 3] for at in range(len(framed) - 2)}


def _places(text: str) -> dict[str, int]:
    """Return where each letter is, as the bits of a number."""
    places: defaultdict[str, int] = defaultdict(int)
    for at, letter in enumerate(text):
        places[letter] |= 1 << at
    return dict(places)


def _letters_in_common(places: Mapping[str, int], other: str) -> int:
    """Return how many letters two names have in the same order.

    The bits of `free` are letters of the first one that are not among these yet (Hyyrö, 2004).
    Unlike difflib, it takes as long for any names of these lengths."""
    everywhere = free = sum(places.values())
    for letter in other:
        matching = free & places.get(letter, 0)
        free = ((free + matching) | (free - matching)) & everywhere
    return everywhere.bit_count() - free.bit_count()
