"""Update the catalogues of translations from the code and the templates: `make messages`.

Every game has its own catalogue in its folder; whatever is true of any game is in locale/.
Written for Babel, so that no system tool is needed.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

from scoring.registry import installed_games

ROOT = Path(__file__).parent.parent
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
PLAIN, PLURAL, IN_CONTEXT = None, (1, 2), ((1, "c"), 2)
KEYWORDS = {
    "_": PLAIN,
    "gettext": PLAIN,
    "gettext_lazy": PLAIN,
    "now": PLAIN,  # gettext beside gettext_lazy
    "ngettext": PLURAL,
    "ngettext_lazy": PLURAL,
    "pgettext": IN_CONTEXT,  # of templates; one English word where French has two
    "pgettext_lazy": IN_CONTEXT,
}
OURS = ["scoring", "templates", "config"]


@dataclass(frozen=True)
class Place:
    """A folder of catalogues, and the code and templates whose sentences it has."""

    locale: Path
    sources: tuple[Path, ...]

    @property
    def name(self) -> str:
        """The game, or "site" for what all games share."""
        return "site" if self.locale.parent == ROOT else self.locale.parent.name

    def po(self, language: str) -> Path:
        return self.locale / language / "LC_MESSAGES" / "django.po"

    def files(self) -> Iterator[Path]:
        for source in self.sources:
            for path in sorted(source.rglob("*")):
                parts = set(path.relative_to(ROOT).parts)
                if path.suffix in {".py", ".html", ".txt"} and not parts & {"tests", "migrations"}:
                    yield path


def places() -> list[Place]:
    games = [ROOT / package.replace(".", "/") for package in settings.INSTALLED_GAMES]
    own = Place(ROOT / "locale", tuple(ROOT / name for name in OURS))
    return [own, *(Place(game / "locale", (game,)) for game in games)]


def template_of(place: Place) -> Catalog:
    """All that the code and the templates of this place say, without line numbers: those would
    change with every edit."""
    catalog = Catalog(fuzzy=False)
    for path in place.files():
        text = path.read_text()
        source = text if path.suffix == ".py" else _flat(templatize(text, origin=str(path)))
        extracted = extract(
            "python", BytesIO(source.encode()), KEYWORDS, options={"encoding": "utf-8"}
        )
        where = path.relative_to(ROOT).as_posix()
        for _line, message, _comments, context in extracted:
            catalog.add(message, locations=[(where, 0)], context=context)
    return catalog


def _flat(source: str) -> str:
    """Remove the indentation of a template, which would be read as blocks of Python."""
    return "\n".join(line.lstrip() for line in source.split("\n"))


def stored_catalog(place: Place, language: str) -> Catalog:
    path = place.po(language)
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalog: Catalog) -> bytes:
    buffer = BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def update(place: Place, language: str) -> list[Message]:
    """Add new sentences to a catalogue, remove unused ones, and return those to translate."""
    catalog = stored_catalog(place, language)
    catalog.update(template_of(place), no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    path = place.po(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=100, include_lineno=False, sort_output=True)
    path.with_suffix(".mo").write_bytes(compiled(stored_catalog(place, language)))
    return untranslated(stored_catalog(place, language))


def untranslated(catalog: Catalog) -> list[Message]:
    return [message for message in catalog if message.id and not _is_translated(message)]


def _is_translated(message: Message) -> bool:
    return not message.fuzzy and all(texts(message.string))


def texts(message: object) -> tuple[str, ...]:
    """Return the one text, or the text for each number of things."""
    return tuple(message) if isinstance(message, tuple | list) else (str(message or ""),)


# Words that no catalogue knows, because nobody marked them


TAG = re.compile(
    r"{% block body_class %}.*?{% endblock\b.*?%}|"
    r"{% (blocktranslate|comment)\b.*?{% end\1 %}|{%.*?%}|{{.*?}}|{#.*?#}|%\(\w+\)s",
    re.DOTALL,
)
WORD = re.compile(r"[^\W\d_]{2,}")
SPOKEN = {"alt", "aria-label", "placeholder", "title", "content"}
NAMES = {"Scorefolio", "ABCD", "EFGH", "JKLM", "CSV", "JSON"}


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.says = True
        games = installed_games().values()
        self.names = NAMES | {word for game in games for word in WORD.findall(game.name)}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.says = tag not in {"script", "style"}
        if tag != "meta":
            for name, value in attrs:
                if name in SPOKEN and value:
                    self.handle_data(value)

    def handle_data(self, data: str) -> None:
        if self.says:
            self.found += [word for word in WORD.findall(data) if word not in self.names]


def unmarked(template: str) -> list[str]:
    """Return the words of a template that are not marked for translation."""
    words = _Words()
    words.feed(TAG.sub(" ", template))
    return words.found


class _Colons(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found += re.findall(r"\S*:(?!\S)", data)


def untranslated_colons(template: str) -> list[str]:
    """Return the colons of a template that are in no sentence: French has a space before them."""
    colons = _Colons()
    colons.feed(TAG.sub("", template))
    return colons.found


def main() -> int:
    missing = 0
    for language in LANGUAGES:
        for place in places():
            left = update(place, language)
            missing += len(left)
            where = place.po(language).relative_to(ROOT)
            sys.stdout.write(f"{where}: {len(left)} to translate\n")
    return int(missing > 0)


if __name__ == "__main__":
    import django

    django.setup()
    sys.exit(main())
