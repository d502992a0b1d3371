"""The shape of a game's documents, derived from the annotations of its State.

A field of the State is a key of the document, a tuple a list, a dataclass an object. A field with a
default may be left out of a document, and is written only where it differs from the default. A
game's document.py says with a `Key` where a document has a field in another place or under another
name. In annotations, `within()` and `length()` of scoring/documents/schema.py tell the JSON Schema
what the rules allow.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from operator import attrgetter
from types import GenericAlias, NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import AfterValidator, FailFast, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from scoring.documents.schema import FORMAT, STRICT, Common, Name, length, refused_by_shape

State = TypeVar("State")
Dump = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Key:
    """Say where a document has a field that is not at its own name beside the other fields."""

    name: str = ""
    inside: str = ""  # the object that groups it with others: "options"
    null: bool = False  # whether a document may say null for nothing


OPTION = Key(inside="options")
_EMPTY: Mapping[Any, Callable[[], Any]] = {tuple: list, Mapping: dict}


class Shape(Generic[State]):
    """Read and write a game's documents: JSON value <-> document <-> State."""

    format = FORMAT

    def __init__(
        self, state: type[State], game: str, seats: range, named: Mapping[str, Key]
    ) -> None:
        """`named`: fields of the State, or of its entries, that are at keys of their own."""
        layout = _Layout(named)
        self._state = state
        # "stopped" is a key of any game's document, and stands before what a game may leave out.
        self._keys = sorted(layout.keys(state), key=lambda key: key.name != "stopped")
        self._dump = _dump_of_object(self._keys)
        own = [key for key in self._keys if key.name not in {"players", "stopped"}]
        document = {
            **get_type_hints(Common, include_extras=True),
            "game": cast("Any", Literal)[game],
            "players": layout.type(Annotated[tuple[Name, ...], length(seats, different=True)]),
            **_grouped(own),
        }
        whole = _object(f"{game.capitalize()}Document", document)
        self._adapter: TypeAdapter[dict[str, Any]] = TypeAdapter(with_config(STRICT)(whole))

    def read(self, value: object) -> dict[str, Any]:
        """Return the document of a value, its lists and objects already as the State has them.

        Raises Refused."""
        try:
            return self._adapter.validate_python(value)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
        raise refused_by_shape(first)

    def state_of(self, document: Mapping[str, Any]) -> State:
        """Return the State of a document that read() returned."""
        values = {}
        for key in self._keys:
            where = document.get(key.inside, {}) if key.inside else document
            if key.name in where:
                values[key.field] = where[key.name]
        return self._state(**values)

    def parse(self, value: object) -> State:
        """Return the State of a JSON value. Raises Refused, as read() does."""
        return self.state_of(self.read(value))

    def dump(self, state: State) -> dict[str, Any]:
        """Return the game's part of a document."""
        dumped: dict[str, Any] = self._dump(state)
        return dumped

    def empty(self) -> dict[str, Any]:
        """Return the lists and objects that a document must have besides its players, empty."""
        return {key.name: key.empty() for key in self._keys if key.required and key.empty}

    def schema(self) -> dict[str, Any]:
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **self._adapter.json_schema(),
        }


@dataclass(frozen=True, slots=True)
class _Key:
    """A key of an object in a document, with the field that it stands for."""

    name: str
    inside: str
    field: str
    type: Any
    dump: Dump | None  # None: the value is there as it is
    empty: Callable[[], Any] | None  # of a list or an object, but of the players
    default: Any = MISSING

    @property
    def required(self) -> bool:
        return self.default is MISSING


class _Layout:
    """How the fields of a State and of its entries are written, at the keys that a game names."""

    def __init__(self, named: Mapping[str, Key]) -> None:
        self.named = named
        # The JSON Schema has one definition of an object, however often the State has it.
        self.objects: dict[Any, Any] = {}

    def keys(self, entry: Any) -> tuple[_Key, ...]:
        hints = get_type_hints(entry, include_extras=True)
        return tuple([self._key(field, hints[field.name]) for field in fields(entry)])

    def _key(self, field: Field[Any], hint: Any) -> _Key:
        at = self.named.get(field.name, Key())
        made = field.default_factory() if field.default_factory is not MISSING else field.default
        return _Key(
            name=at.name or field.name,
            inside=at.inside,
            field=field.name,
            type=self.type(hint) | None if at.null else self.type(hint),
            dump=self._dump_of(hint),
            empty=_EMPTY.get(_kind(hint)) if field.name != "players" else None,
            default=made,
        )

    def type(self, hint: Any) -> Any:
        """Return the type by which pydantic reads an annotation."""
        kind, arguments = _parts(hint)
        if kind is Annotated:
            return Annotated[self.type(arguments[0]), *arguments[1:]]
        if kind is tuple:
            # Only the first thing wrong is shown, so a list is read no further than that.
            read = GenericAlias(list, self.type(arguments[0]))
            return Annotated[read, FailFast(), AfterValidator(tuple)]
        if kind is Mapping:
            return GenericAlias(dict, (self.type(arguments[0]), self.type(arguments[1])))
        return self._object_type(kind) if is_dataclass(kind) else kind

    def _object_type(self, entry: Any) -> Any:
        if entry not in self.objects:
            keys = self.keys(entry)
            document = _object(
                f"{entry.__name__}Document", {key.name: _declared(key) for key in keys}
            )
            fields_of = {key.name: key.field for key in keys}
            made: Callable[[Any], Any] = lambda read: entry(**read)  # noqa: E731
            if any(name != field for name, field in fields_of.items()):
                made = lambda read: entry(**{fields_of[key]: read[key] for key in read})  # noqa: E731
            self.objects[entry] = Annotated[document, AfterValidator(made)]
        return self.objects[entry]

    def _dump_of(self, hint: Any) -> Dump | None:
        kind, arguments = _parts(hint)
        if kind is Annotated:
            return self._dump_of(arguments[0])
        if kind is tuple:
            return _dump_list(self._dump_of(arguments[0]))
        if kind is Mapping:
            return _dump_mapping(self._dump_of(arguments[1]))
        return _dump_of_object(self.keys(kind)) if is_dataclass(kind) else None


def _object(name: str, keys: Mapping[str, Any]) -> Any:
    """Return the type of an object with these keys; the JSON Schema uses its name."""
    return cast("Any", TypedDict)(name, dict(keys))


def _grouped(keys: list[_Key]) -> dict[str, Any]:
    """Return the types of the keys; those inside an object together, where the first of them is."""
    types: dict[str, Any] = {}
    for key in keys:
        if not key.inside:
            types[key.name] = _declared(key)
        elif key.inside not in types:
            group = {other.name: _declared(other) for other in keys if other.inside == key.inside}
            types[key.inside] = NotRequired[_object(f"{key.inside.capitalize()}Document", group)]
    return types


def _declared(key: _Key) -> Any:
    return key.type if key.required else NotRequired[key.type]


def _dump_of_object(keys: Iterable[_Key]) -> Dump:
    """Return a function that writes an object: first its required keys, then the others."""
    required = [(key.name, attrgetter(key.field), key.dump) for key in keys if key.required]
    optional = [(key, attrgetter(key.field)) for key in keys if not key.required]

    def dump_object(entry: Any) -> dict[str, Any]:
        document = {name: dump(of(entry)) if dump else of(entry) for name, of, dump in required}
        for key, of in optional:
            value = of(entry)
            if value != key.default:
                where = document.setdefault(key.inside, {}) if key.inside else document
                where[key.name] = key.dump(value) if key.dump else value
        return document

    return dump_object


def _dump_list(dump: Dump | None) -> Dump:
    return (lambda entries: [dump(entry) for entry in entries]) if dump else list


def _dump_mapping(dump: Dump | None) -> Dump:
    return (lambda mapping: {key: dump(mapping[key]) for key in mapping}) if dump else dict


def _kind(hint: Any) -> Any:
    kind, _arguments = _parts(hint)
    return _kind(hint.__origin__) if kind is Annotated else kind


def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the kind of an annotation and its arguments; `| None` is left out."""
    kind, arguments = get_origin(hint), get_args(hint)
    if kind in {Union, UnionType} and NoneType in arguments:
        (given,) = [argument for argument in arguments if argument is not NoneType]
        return _parts(given)
    if kind is Literal or kind is None:
        return hint, ()
    return kind, arguments
