"""Every sentence of the site is marked for translation and translated."""

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages import Message

from tools.messages import (
    LANGUAGES,
    ROOT,
    Place,
    compiled,
    places,
    stored_catalog,
    template_of,
    texts,
    unmarked,
    untranslated,
    untranslated_colons,
)

PLACES = [
    pytest.param(place, language, id=f"{place.name}-{language}")
    for place in places()
    for language in LANGUAGES
]
IN_F_STRING = re.compile(r"\{(_|n?p?gettext)\(")
said = cache(template_of)
NAMED = re.compile(r"%\((\w+)\)[sd]|%%")
TEMPLATES = [path for place in places() for path in place.files() if path.suffix == ".html"]


def test_it_speaks_french() -> None:
    assert LANGUAGES == ["fr"]


@pytest.mark.parametrize(("place", "language"), PLACES)
def test_every_sentence_is_translated(place: Place, language: str) -> None:
    catalog = stored_catalog(place, language)
    in_code = {_key(message) for message in said(place) if message.id}
    assert in_code - {_key(message) for message in catalog} == set()
    assert [message.id for message in untranslated(catalog)] == []


def test_no_sentence_is_inside_an_f_string() -> None:
    """They are read there by Python 3.12 and later only."""
    sources = {path for place in places() for path in place.files() if path.suffix == ".py"}
    assert [path.name for path in sorted(sources) if IN_F_STRING.search(path.read_text())] == []


@pytest.mark.parametrize(("place", "language"), PLACES)
def test_no_catalogue_keeps_what_nobody_says(place: Place, language: str) -> None:
    in_code = {_key(message) for message in said(place)}
    assert {_key(message) for message in stored_catalog(place, language)} - in_code == set()


def _key(message: Message) -> tuple[object, str | None]:
    return message.id, message.context


@pytest.mark.parametrize(("place", "language"), PLACES)
def test_translations_name_the_same_values(place: Place, language: str) -> None:
    assert [
        message.id for message in stored_catalog(place, language) if not _names_the_same(message)
    ] == []


def _names_the_same(message: Message) -> bool:
    """Return whether a translation has its sentence's values; the singular may omit the number."""
    named = [set(NAMED.findall(text)) for text in texts(message.id)]
    least, most = set.intersection(*named), set.union(*named)
    return all(least <= set(NAMED.findall(text)) <= most for text in texts(message.string))


@pytest.mark.parametrize(("place", "language"), PLACES)
def test_the_compiled_catalogue_is_the_written_one(place: Place, language: str) -> None:
    path = place.po(language)
    assert path.with_suffix(".mo").read_bytes() == compiled(stored_catalog(place, language))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_say_nothing_that_translators_do_not_see(path: Path) -> None:
    assert unmarked(path.read_text()) == []


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("<p>{% translate 'Who plays?' %}</p>", []),
        ("<p>Who plays?</p>", ["Who", "plays"]),
        ('<img alt="Board" src="board.png">', ["Board"]),
        ("{% blocktranslate %}you are {{ name }}{% endblocktranslate %}", []),
        ("<b>{{ number }}</b> {# tokens #}", []),
        ("<title>Scorefolio · #ARTBOX</title>", []),
        ("<b>%(number)s</b> plays", ["plays"]),
    ],
)
def test_it_finds_words_that_nobody_marked(template: str, words: list[str]) -> None:
    assert unmarked(template) == words


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_colon_of_a_template_is_in_a_sentence(path: Path) -> None:
    assert untranslated_colons(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("template", "colons"),
    [
        ("{{ name }}: {{ points }}", [":"]),
        ("<strong>{% translate 'Here' %}:</strong> {{ names }}", [":"]),
        ("{% blocktranslate %}{{ name }}:{% endblocktranslate %} {{ points }}", []),
        ('<a href="https://example.org">{{ address }}</a>', []),
    ],
)
def test_it_finds_colons_that_no_sentence_has(template: str, colons: list[str]) -> None:
    assert untranslated_colons(template) == colons


# Straight apostrophes, and signs without the space that keeps them on their line
UNSET = re.compile(r"'|(?<!\u202f)[;!?]| [:»]|«(?!\u202f)")


@pytest.mark.parametrize("place", places(), ids=lambda place: place.name)
def test_french_is_set_as_french(place: Place) -> None:
    in_code = [
        text
        for message in stored_catalog(place, "fr")
        if message.id
        for text in texts(message.string)
    ]
    assert [text for text in in_code if UNSET.search(text)] == []


@pytest.mark.parametrize("text", ["l'art", "Qui joue?", "Qui joue ?", "« oui »", "but : 3"])
def test_it_finds_french_that_is_not(text: str) -> None:
    assert UNSET.search(text)
