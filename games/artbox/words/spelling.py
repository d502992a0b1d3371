"""Spell all words of a round in one way: how one is written must not tell that it was typed, and so
no decoy."""

import unicodedata
from collections.abc import Iterable

# Of categories of characters: those that no screen shows, such as directions and joiners.
INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs"}
VARIATIONS = range(0xFE00, 0xFE10)  # how the character before is drawn
ACCENTS = range(0x300, 0x370)
APOSTROPHES, HYPHENS = "'`\u00b4\u02bc\u2018", "\u2010\u2011\u2012\u2013\u2014\u2212"
ONE_LETTER = str.maketrans({**dict.fromkeys(APOSTROPHES, "’"), **dict.fromkeys(HYPHENS, "-")})
TWO_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "-": " ", "’": " "})


def normalize(text: str) -> str:
    """Return a word in lower case and NFC, with single spaces, without what nobody sees and without
    punctuation around it."""
    spaced = "".join([" " if letter.isspace() else letter for letter in text])
    visible = "".join([letter for letter in spaced if not _is_invisible(letter)])
    lower = unicodedata.normalize("NFC", visible.translate(ONE_LETTER).lower())
    first, last = 0, len(lower)
    while first < last and _is_around(lower[first]):
        first += 1
    while first < last and _is_around(lower[last - 1]):
        last -= 1
    return " ".join(lower[first:last].split())


def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter) in INVISIBLE or ord(letter) in VARIATIONS


def _is_around(letter: str) -> bool:
    return letter.isspace() or unicodedata.category(letter).startswith("P")


def key_of(text: str) -> str:
    """Return what all spellings of a word have in common: with or without accents or hyphens."""
    letters = unicodedata.normalize("NFD", normalize(text).translate(TWO_LETTERS))
    return " ".join("".join([one for one in letters if ord(one) not in ACCENTS]).split())


def spell(text: str, words: Iterable[str]) -> str:
    """Return a word as the list of the decoys spells it, if it was typed without its accents."""
    typed = normalize(text)
    if typed != key_of(typed):
        return typed
    return next((word for word in words if key_of(word) == typed), typed)
