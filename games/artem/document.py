"""Artem: where its documents have fields of the rules under other names."""

from collections.abc import Mapping

from scoring.documents.shape import OPTION, Key

KEYS: Mapping[str, Key] = {
    "variant": OPTION,
    "directions": OPTION,
    "deck_out": Key("end", null=True),
}
