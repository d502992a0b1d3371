"""#ARTBOX: where its documents have fields of the rules under other names."""

from collections.abc import Mapping

from scoring.documents.shape import OPTION, Key

KEYS: Mapping[str, Key] = {"variant": OPTION, "two_drawings": OPTION}
