"""Duplik: where its documents have fields of the rules under other names."""

from collections.abc import Mapping

from scoring.documents.shape import OPTION, Key

KEYS: Mapping[str, Key] = {"laps": OPTION, "super_criterion": Key("super")}
