"""Read the words that can be drawn, from <language>.txt: one on each line."""

from functools import cache
from pathlib import Path

from games.artbox.words.spelling import normalize

FOLDER = Path(__file__).parent
OTHERWISE = "en"


def word_languages() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.txt"))


@cache
def word_list(language: str) -> tuple[str, ...]:
    """Return the words of a language such as "fr-ca", in English if it has none; spelled as typed
    words are."""
    name = language.partition("-")[0]
    chosen = name if name in word_languages() else OTHERWISE
    return tuple(map(normalize, (FOLDER / f"{chosen}.txt").read_text("utf-8").splitlines()))
