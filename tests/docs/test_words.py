"""Pages and documents avoid words that readers stumbled over."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import pytest

from tests.docs import words
from tests.docs.words import FRENCH, HARD, WARNINGS, Pattern, Text

# The name of a pattern, a part of the text that may have it, and why.
EXCEPTIONS = [
    ("no more", "*No longer*, not *no more*", "it says which words to avoid"),
    ("anew", "*No longer*, not *no more*", "it says which words to avoid"),
    ("evening of a league", "over many evenings", "it says how long a league lasts"),
]
# How many texts have them: in documents, in sentences of the site. If there are fewer, lower it.
MOST_WARNINGS = {
    "whoever": (0, 0),
    "is said": (2, 0),
    "go on": (0, 0),
    "of its own": (2, 0),
    "meanwhile": (0, 0),
    "is to be": (2, 0),
}


@cache
def english() -> list[Text]:
    return [*words.documents(), *words.templates(), *words.messages()]


@cache
def french() -> list[Text]:
    return list(words.translations())


def hits(pattern: Pattern) -> Iterator[Text]:
    """Yield the texts with these words, except for those that have a reason."""
    reasons = [part for name, part, _why in EXCEPTIONS if name == pattern.name]
    for text in french() if pattern in FRENCH else english():
        if pattern.is_in(text) and not any(part in text.words for part in reasons):
            yield text


@pytest.mark.parametrize("pattern", [*HARD, *FRENCH], ids=str)
def test_no_text_has_words_that_readers_stumble_over(pattern: Pattern) -> None:
    found = {(text.where, text.words) for text in hits(pattern)}
    assert found == set(), f"Instead: {pattern.instead}"


@pytest.mark.parametrize(("name", "part", "why"), EXCEPTIONS)
def test_every_exception_is_needed(name: str, part: str, why: str) -> None:
    (pattern,) = (each for each in (*HARD, *FRENCH) if each.name == name)
    texts = french() if pattern in FRENCH else english()
    assert any(pattern.is_in(text) and part in text.words for text in texts), why


def count(pattern: Pattern, texts: Callable[[], Iterable[Text]]) -> int:
    return sum(pattern.is_in(text) for text in texts())


@pytest.mark.parametrize("pattern", WARNINGS, ids=str)
def test_words_to_use_less_become_fewer(pattern: Pattern) -> None:
    counted = count(pattern, words.documents), count(pattern, words.messages)
    assert counted == MOST_WARNINGS[pattern.name], f"Instead: {pattern.instead}"


def test_no_sentence_of_a_document_is_long() -> None:
    """A row of a table may list more."""
    long = [
        (text.where, sentence)
        for text in words.documents()
        if not text.words.startswith("|")
        for sentence in words.long_sentences(text)
    ]
    assert long == []


BAD = {
    "bare who": "Who owns the group can change it.",
    "stands": "The name stands here twice.",
    "no more": "You do not own this group any more.",
    "anew": "Results are computed anew.",
    "mend": "The update mends a weakness.",
    "noun alone": "It is decided on the cards alone.",
    "a for per": "Points a play",
    "say of": "An email tells of it.",
    "one’s": "one’s own account",
    "a mail": "Every mail is sent once.",
    "user name": "Your user name",
    "belongs here": "A day belongs here.",
    "level": "Ana and Ben are level.",
    "is had": "It says how a certificate is had.",
    "what became of": "The page says what became of each row.",
    "all that is": "It shows all that is left.",
    "so is": "A key is refused. So is a value.",
    "put together": "Queries are put together once.",
    "evening of a league": "the last evening",
    "U+202F before a colon": "Points\u202f: 3",
    "space of a number": "5 Mo",
    "a la narration": "Anna a la narration.",
    "bulletin": "Votre bulletin",
    "place partagée": "Ils partagent la place.",
    "de before a name": "la partie de %(name)s",
    "compte pour rien": "Cette partie compte pour rien.",
    "QR code": "Le QR code",
    "souvent": "Vous avez essayé souvent.",
    "whoever": "Whoever has a seat enters it.",
    "is said": "It is said below.",
    "go on": "The game goes on.",
    "of its own": "a page of its own",
    "meanwhile": "It is kept meanwhile.",
    "is to be": "It is to be removed.",
}
GOOD = [
    "The group’s owners can change it. Who wins? The player with the most points.",
    "It has no more than five rows. The host no longer needs it, and says so of course.",
    "Only the host can see it, on the cards of the table. A mail server answers.",
    "It goes on to the end. The answer of the host is so clear.",
    "Points per play. A username. Ana and Ben are tied.",
    "Points\u00a0: 3, 5\u00a0Mo, la partie d’Anna, un code QR",
]


@pytest.mark.parametrize("pattern", [*HARD, *FRENCH, *WARNINGS], ids=str)
def test_a_pattern_finds_its_words_and_not_others(pattern: Pattern) -> None:
    where = f"templates{pattern.within}page.html"
    assert pattern.is_in(Text(where, BAD[pattern.name]))
    assert [text for text in GOOD if pattern.is_in(Text(where, text))] == []


def test_code_and_file_names_are_not_read() -> None:
    assert [text.words for text in words.documents() if "go_on" in text.words] == []
