"""Find the steps that a file makes necessary: its columns, who is who, the preview."""

from typing import Any

from scoring.models import Import

COLUMNS, PEOPLE, PREVIEW = "import_columns", "import_people", "import_preview"


def next_step(source: Import) -> str:
    """Return the name of the address of what has to be asked next, or of the preview."""
    if asks_about_columns(source):
        return COLUMNS
    return PEOPLE if asks_who(source) else PREVIEW


def asks_about_columns(source: Import) -> bool:
    """Return whether the file leaves open what a column is, and nobody has looked at it."""
    unsure = any(not column["is_sure"] for column in source.reading["columns"])
    return not source.is_ready or (unsure and "asked_columns" not in source.choices)


def asks_who(source: Import) -> bool:
    names: list[dict[str, Any]] = source.reading["names"]
    return "asked_who" not in source.choices and any(name["asks"] for name in names)
