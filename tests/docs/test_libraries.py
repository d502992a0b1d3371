"""docs/libraries.md names the use of every library that the project asks for."""

import re
import tomllib

from tests.docs.markdown import DOCS, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def test_it_names_every_library_and_no_other() -> None:
    asked_for = [
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["sentry"],
        *PROJECT["dependency-groups"]["dev"],
    ]
    rows = re.findall(
        r"^\| ([^|]+) \| [^|]+ \|$", (DOCS / "libraries.md").read_text(), re.MULTILINE
    )
    named = {
        re.split(r" [0-9(]", name)[0].lower()
        for row in rows
        for name in row.split(", ")
        if row not in {"library", "---"}
    }
    assert named == {re.split(r"[\[<>=]", name)[0].lower() for name in asked_for}
