"""CONTRIBUTING.md names every target of the Makefile, and no page has a link that leads nowhere."""

import re
from pathlib import Path

import pytest

from tests.docs.markdown import DOCS, ROOT, linked_files, section, table

PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])


def test_it_names_every_target_of_the_makefile() -> None:
    phony = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony
    rows = table(section(ROOT / "CONTRIBUTING.md", "Set-up"))
    assert {row["command"].strip("`") for row in rows} == {
        f"make {target}" for target in phony[1].split()
    }


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.stem)
def test_every_link_leads_to_a_file(file: Path) -> None:
    assert [target for target in linked_files(file) if not target.exists()] == []
