"""Patterns of words that readers stumble over, and the texts in which they are looked for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from babel.messages import Message
from babel.messages.pofile import read_po

from tests.docs.markdown import DOCS, ROOT

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]*`")
PICTURE = re.compile(r'<img [^>]*alt="([^"]*)"[^>]*>')
# A row of a table, an item of a list and a paragraph are read one by one.
UNIT = re.compile(r"\n\s*\n|\n(?=\s*(?:\||[-*] |\d+\. |#))")
MARKED = re.compile(
    r"{% blocktranslate.*?{% endblocktranslate %}|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL
)
SENTENCE_END = re.compile(r"(?<=[.!?:;])\s+|\s\|\s?")


@dataclass(frozen=True)
class Pattern:
    """Words to avoid, and what to write instead."""

    name: str
    words: re.Pattern[str]
    instead: str
    within: str = ""  # part of the path of the files that it is about; all of them by default

    def __str__(self) -> str:
        return self.name

    def is_in(self, text: "Text") -> bool:
        return self.within in text.where and self.words.search(text.words) is not None


def pattern(name: str, instead: str, *words: str, within: str = "") -> Pattern:
    """Return a pattern for any of these words, also at the head of a sentence."""
    return Pattern(name, re.compile("|".join(words), re.IGNORECASE), instead, within)


HARD = (
    pattern(
        "bare who",
        "the group’s owners can, if you",
        # Not in a question, and only at the head of a sentence.
        r"(?:^|[.;:] |\*\*)(?-i:Who) (?![^.?;:|]*\?)[^.?;:,|]{2,70}? (?:gets?|needs?|asks?|keeps"
        r"|waits|sees|leaves|leads|can|has no|is first|enters|says|comes,)\b",
    ),
    pattern(
        "stands",
        "is, appears",
        r"\b(?:stands?|hangs?|lies|stood) (?:there|here|in|on|above|below|beside|at|under|right"
        r"|nowhere|only|twice)\b",
        r"\balready (?:lies|stands|hangs|shows)\b",
    ),
    pattern(
        "no more",
        "no longer, stop",
        r"\bno more\b(?! (?:than|and no|\w+ than)\b)",
        r"\bnot\b[^.;]{1,60}\bany more\b",
    ),
    pattern("anew", "re-: recalculated", r"\banew\b"),
    pattern("mend", "fix, correct", r"\bmend(?:s|ed|ing)?\b"),
    pattern(
        "noun alone",
        "only before the noun",
        r"\b(?:on|of|in|to|by|for|over|own|owns) (?:[\w’'%()]+ ){1,3}alone\b",
        r"\balone (?:may|can|sees?|has|have|reads?|owns?)\b",
    ),
    pattern(
        "a for per",
        "per",
        r"\b(?:points?|ribbons?|names?|documents?|objects?|claims?|one|plays) an? (?:play|turn|line"
        r"|seat|tap|painting|claim|document)\b",
    ),
    pattern(
        "say of",
        "about, in",
        r"\b(?:keeps?|kept|says?|said|tells?|told|knows) of\b(?! course)",
    ),
    pattern("one’s", "your, their", r"\bone['’]s\b", r"\boneself\b"),
    pattern(
        "a mail",
        "an email",
        r"\b(?:a|one|two|no|each|every|last|this) mails?\b(?! (?:server|program|client))",
        r"\bmail address|\bmails\b|\bby mail\b",
    ),
    pattern("user name", "username", r"\buser names?\b"),
    pattern("belongs here", "what is wrong, then what to do", r"\bbelongs? (?:here|into)\b"),
    pattern(
        "level",
        "tied, tie, share the rank",
        r"\bcounts? for nothing\b|\bshares? the place\b|\bboth hold\b",
        r"\b(?:is|are|still|who are) level\b|\blevel (?:on|with|for)\b",
    ),
    pattern("is had", "how to get", r"\b(?:is|are|be|was) had\b"),
    pattern(
        "what became of",
        "a noun: the outcome, the result",
        r"\bwhat (?:became|becomes|came|comes) of\b|\bwhat (?:then|now) (?:stood|stands)\b",
    ),
    pattern(
        "all that is",
        "everything that is",
        r"\ball that (?:is|was|there|it|they|its|a|the|follows)\b",
    ),
    pattern(
        "so is",
        "a sentence of its own",
        r"(?:[.;:] )so (?:is|are|does|it is|they are) (?!that\b)",
    ),
    pattern("put together", "built, compiled", r"\bput together\b"),
    # What a league counts are sessions; an evening is what a group plans.
    pattern("evening of a league", "session", r"evening", within="/leagues/"),
)

FRENCH = (
    pattern("U+202F before a colon", "U+00A0", r"\u202f:"),
    pattern("space of a number", "U+00A0 before a unit or in a number", r"\d (?:Mo|ko|Go|\d{3})\b"),
    pattern("a la narration", "décrit, maître d’œuvre", r"a la narration|à la narration"),
    pattern("bulletin", "feuille", r"\bbulletins?\b"),
    pattern(
        "place partagée",
        "rang, ex æquo",
        r"partagent? (?:la|une) place|place (?:a été )?partagée",
    ),
    pattern(
        "de before a name",
        "a sentence without de or que before a name: d’Anna",
        r"\b(?:de|que) %\((?:name|names|author|above|below|source|target|who|owner)\)",
    ),
    pattern("compte pour rien", "ne compte pas", r"compte pour rien"),
    pattern("QR code", "code QR", r"QR code"),
    pattern("souvent", "trop", r"souvent aujourd|essayé souvent|avez (?:ouvert|envoyé) beaucoup"),
)

WARNINGS = (
    pattern(
        "whoever",
        "anyone who, the person who",
        r"\bwhoever (?:has|is|was|asks?|asked|owns?|takes|comes|came|logs|reads|makes|made"
        r"|confirms|chooses|answered|looks|changes|saves)\b",
    ),
    pattern("is said", "name the actor", r"\b(?:is|are|was|were|be|been) (?:said|told)\b"),
    pattern("go on", "continue, keep", r"\b(?:goes|go|went|going) on\b(?! to\b)"),
    pattern("of its own", "its own", r"\bof (?:one|its|their|your|our)(?:['’]s)? own\b"),
    pattern("meanwhile", "during", r"\bmeanwhile\b|\ball the same\b|\bby then\b"),
    pattern("is to be", "must", r"\b(?:is|are|was|were) to be\b|\bhas to be told\b|\bneed not\b"),
)
LONGEST_SENTENCE = 40  # words
SPACES = re.compile(r"[ \t\n]+")


@dataclass(frozen=True)
class Text:
    """Words that somebody reads, and where they are."""

    where: str
    words: str


def documents() -> Iterator[Text]:
    """Yield the paragraphs, rows and items of all pages, without their code."""
    pages = [*ROOT.glob("*.md"), *DOCS.glob("*.md"), *ROOT.glob("games/*/README.md")]
    for page in sorted(pages):
        name = str(page.relative_to(ROOT))
        for unit in UNIT.split(FENCED.sub("", page.read_text())):
            words = PICTURE.sub(r"\1.", CODE.sub("`code`", " ".join(unit.split())))
            if words:
                yield Text(name, words)


def templates() -> Iterator[Text]:
    """Yield what templates say outside of their messages: comments, and words of one language."""
    for folder in (ROOT / "templates", *ROOT.glob("games/*/templates")):
        for path in sorted(folder.rglob("*.*")):
            for words in MARKED.sub("\n", path.read_text()).split("\n"):
                if words.strip():
                    yield Text(str(path.relative_to(ROOT)), " ".join(words.split()))


def messages() -> Iterator[Text]:
    """Yield each sentence of the site, singular and plural, with the files that say it."""
    for path, message in _catalogues():
        files = " ".join(file for file, _line in message.locations)
        for words in _texts(message.id):
            yield Text(files or path, words)


def translations() -> Iterator[Text]:
    for path, message in _catalogues():
        for words in _texts(message.string or ""):
            yield Text(path, words)


def _catalogues() -> Iterator[tuple[str, Message]]:
    for folder in (ROOT / "locale", *sorted(ROOT.glob("games/*/locale"))):
        for file in sorted(folder.rglob("*.po")):
            with file.open("rb") as stored:
                for message in read_po(stored):
                    if message.id:
                        yield str(file.relative_to(ROOT)), message


def _texts(words: str | tuple[str, ...] | list[str]) -> list[str]:
    """Return singular and plural in one line each; U+00A0 and U+202F stay as they are."""
    return [
        SPACES.sub(" ", each).strip(" ") for each in ([words] if isinstance(words, str) else words)
    ]


def long_sentences(text: Text) -> list[str]:
    sentences = SENTENCE_END.split(text.words)
    return [each for each in sentences if len(each.split()) > LONGEST_SENTENCE]
