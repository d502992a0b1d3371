"""Read pages as somebody sees them: their words, and the fields beside a sentence."""

import re
from html import unescape
from html.parser import HTMLParser

from django.test import Client

CONTROLS = {"input", "select", "textarea"}
WITHOUT_CONTENT = {"input", "img", "br", "hr", "meta", "link"}


# What own-rows.js shows to one reader.
OF_ONE_READER = re.compile(r"<(p|span)\b[^>]* hidden data-[a-z-]+>.*?</\1>", re.DOTALL)


def words(html: str) -> str:
    """Return the text of some HTML, as all readers see it, with single spaces."""
    html = OF_ONE_READER.sub(" ", html)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def page_words(client: Client, address: str) -> str:
    """Return the text of a page that must be there."""
    page = client.get(address)
    assert page.status_code == 200, page.status_code
    return words(page.content.decode())


class _Blocks(HTMLParser):
    """Find the smallest element that has both the sentence and a field that can be seen."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence
        self.found: set[str] = set()
        # Of each element that is open: the names of its fields, and its texts.
        self.open: list[tuple[set[str], list[str]]] = [(set(), [])]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in CONTROLS and values.get("type") != "hidden":
            self.open[-1][0].add(values.get("name") or "")
        if tag not in WITHOUT_CONTENT:
            self.open.append((set(), []))

    def handle_data(self, data: str) -> None:
        self.open[-1][1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag in WITHOUT_CONTENT:
            return
        names, texts = self.open.pop()
        if not self.found and self.sentence in " ".join("".join(texts).split()):
            self.found = names
        self.open[-1][0].update(names)
        self.open[-1][1].extend(texts)


def fields_beside(html: str, sentence: str) -> set[str]:
    """Return the names of the fields in the smallest element that has this sentence and a field.

    One name: the page says it beside that field. Several: it says it of the whole form. None: the
    page does not say it."""
    parser = _Blocks(sentence)
    parser.feed(html)
    return parser.found
