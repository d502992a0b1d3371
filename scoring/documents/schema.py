"""The part that all session documents share, and how their shape is checked.

Pydantic checks the shape (keys, types, text); which numbers and names are allowed is for the rules
of the game. Either way the first mistake is raised as `Refused`, with its path."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Annotated, Any, Literal, NotRequired, cast
from uuid import UUID

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError
from typing_extensions import TypedDict

from scoring.core.limits import LETTERS_OF_NOTES
from scoring.core.refusals import Code, Path, Refused

FORMAT = "scorefolio/session@1"
RESULT_FORMAT = "scorefolio/result@1"  # of a session of which only the result is known
MINUTES = range(1, 1_441)
# Emoji and some scripts join characters with these; between letters of ours they only hide.
JOINERS = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
STRICT = ConfigDict(extra="forbid", strict=True)


class DoubledKey:
    """Replace the value of a JSON object with a key twice, so that the refusal can say where."""

    def __init__(self, key: str) -> None:
        self.key = key


class CrowdedObject:
    """Replace a JSON object that has far more keys than any document."""


def _text(text: str, *, most: int, lines: bool = False) -> str:
    if not text.isprintable():
        shown = JOINERS.sub("", text)
        parts = shown.replace("\r\n", "\n").split("\n") if lines else [shown]
        if not all(part.isprintable() for part in parts):
            raise _refusal(Code.NOT_PRINTABLE)
    if text != text.strip():
        raise _refusal(Code.BLANK_AT_ENDS)
    if not 1 <= len(text) <= most:
        raise _refusal(Code.TEXT_LENGTH, least=1, most=most)
    return text


def _day(text: str) -> str:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise _refusal(Code.NOT_A_DATE) from None
    if text != day.isoformat():  # 20240229 and 2024-W09-4 are the same day, differently written
        raise _refusal(Code.NOT_A_DATE)
    return text


def _uuid(text: str) -> str:
    try:
        same = str(UUID(text)) == text.lower()
    except ValueError:
        same = False
    if not same:
        raise _refusal(Code.NOT_A_UUID)
    return text


def _minutes(number: int) -> int:
    if number not in MINUTES:
        least, most = MINUTES[0], MINUTES[-1]
        raise _refusal(Code.OUT_OF_RANGE, number=number, least=least, most=most)
    return number


def _refusal(code: Code, **values: int) -> PydanticCustomError:
    return PydanticCustomError(cast("Any", code.value), "", values)


def _bounds(most: int) -> Any:
    return Field(json_schema_extra={"minLength": 1, "maxLength": most})


def within(allowed: range) -> Any:
    """Tell the JSON Schema what the rules allow for a number; the rules themselves refuse."""
    return Field(json_schema_extra={"minimum": allowed[0], "maximum": allowed[-1]})


def length(allowed: range, *, different: bool = False) -> Any:
    """Tell the JSON Schema how long the rules allow a list to be; the rules themselves refuse."""
    extra: dict[str, int | bool] = {"uniqueItems": True} if different else {}
    extra |= {"minItems": allowed[0], "maxItems": allowed[-1]}
    return Field(json_schema_extra=dict(extra))


Name = Annotated[str, AfterValidator(partial(_text, most=60)), _bounds(60)]
Label = Annotated[str, AfterValidator(partial(_text, most=200)), _bounds(200)]
Notes = Annotated[
    str,
    AfterValidator(partial(_text, most=LETTERS_OF_NOTES, lines=True)),
    _bounds(LETTERS_OF_NOTES),
]
Day = Annotated[str, AfterValidator(_day), Field(json_schema_extra={"format": "date"})]
Minutes = Annotated[int, AfterValidator(_minutes), within(MINUTES)]
Id = Annotated[str, AfterValidator(_uuid), Field(json_schema_extra={"format": "uuid"})]


class Common(TypedDict):
    """The keys that a document of any game may have; each game adds its own, and `players`."""

    format: Literal["scorefolio/session@1"]
    stopped: NotRequired[bool]
    played_on: NotRequired[Day]
    id: NotRequired[Id]
    location: NotRequired[Label]
    notes: NotRequired[Notes]
    minutes: NotRequired[Minutes]


@dataclass(frozen=True, slots=True)
class Cover:
    """What a document says of a session that no rule reads: when and where, and notes."""

    id: UUID | None = None
    played_on: date | None = None
    location: str | None = None
    notes: str | None = None
    minutes: int | None = None

    @classmethod
    def parse(cls, document: Mapping[str, Any]) -> "Cover":
        id, played_on = document.get("id"), document.get("played_on")
        return cls(
            id=UUID(id) if id else None,
            played_on=date.fromisoformat(played_on) if played_on else None,
            location=document.get("location"),
            notes=document.get("notes"),
            minutes=document.get("minutes"),
        )

    def dump(self) -> dict[str, Any]:
        return given(
            id=self.id and str(self.id),
            played_on=self.played_on and self.played_on.isoformat(),
            location=self.location,
            notes=self.notes,
            minutes=self.minutes,
        )


_COMMON = TypeAdapter(Common)
_LABELS = TypeAdapter(dict[Literal["text"], Label], config=ConfigDict(strict=True))
_NAMES = TypeAdapter(dict[Literal["name"], Name], config=ConfigDict(strict=True))


def check_text(key: str, text: str) -> None:
    """Refuse a text that cannot be the value of one of the common keys."""
    _check(_COMMON, {"format": FORMAT, key: text})


def check_label(text: str) -> None:
    """Refuse a text that cannot be a title or a place."""
    _check(_LABELS, {"text": text})


def check_name(name: object) -> None:
    """Refuse a name that no player can have."""
    _check(_NAMES, {"name": name})


def _check(adapter: TypeAdapter[Any], value: object) -> None:
    try:
        adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
    else:
        return
    raise refused_by_shape(first)


def given(**values: Any) -> dict[str, Any]:
    """Return the values without those that are None: a document leaves such a key out."""
    return {key: value for key, value in values.items() if value is not None}


def game_slug(value: object) -> str:
    """Return the game of a document. Raises Refused if the document does not say it."""
    if isinstance(value, DoubledKey):
        raise Refused((value.key,), Code.KEY_TWICE, key=value.key)
    if isinstance(value, CrowdedObject):
        raise Refused((), Code.TOO_MANY_KEYS)
    if not isinstance(value, Mapping):
        raise Refused((), Code.NOT_AN_OBJECT)
    for key in ("format", "game"):
        if key not in value:
            raise Refused((), Code.MISSING_KEY, key=key)
        if not isinstance(value[key], str):
            raise Refused((key,), Code.NOT_TEXT)
    if value["format"] not in {FORMAT, RESULT_FORMAT}:
        raise Refused(("format",), Code.WRONG_FORMAT, expected=FORMAT)
    return cast("str", value["game"])


_CODES: Mapping[str, Code] = {
    "dict_type": Code.NOT_AN_OBJECT,
    "list_type": Code.NOT_A_LIST,
    "string_type": Code.NOT_TEXT,
    "int_type": Code.NOT_A_WHOLE_NUMBER,
    "bool_type": Code.NOT_YES_OR_NO,
    "literal_error": Code.NOT_A_CHOICE,
    "extra_forbidden": Code.UNKNOWN_KEY,
    "missing": Code.MISSING_KEY,
}


_OWN_CODES = frozenset(map(str, Code))


def refused_by_shape(error: ErrorDetails) -> Refused:
    """Return an error of pydantic as the refusal of a document."""
    path: Path = error["loc"]
    kind = error["type"]
    if isinstance(error["input"], DoubledKey):
        key = error["input"].key
        return Refused((*path, key), Code.KEY_TWICE, key=key)
    if isinstance(error["input"], CrowdedObject):
        return Refused(path, Code.TOO_MANY_KEYS)
    code = _CODES.get(kind) or (Code(kind) if kind in _OWN_CODES else Code.MALFORMED)
    if code is Code.MISSING_KEY:  # the path is to lead somewhere: to the object without the key
        return Refused(path[:-1], code, key=path[-1])
    if code is Code.UNKNOWN_KEY:
        return Refused(path, code, key=path[-1])
    values = error.get("ctx", {})
    if code is Code.NOT_A_CHOICE:
        values = {"expected": tuple(re.findall("'([^']*)'", values["expected"]))}
    return Refused(path, code, **values)
