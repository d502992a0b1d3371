"""Read the project's Markdown pages: their headings, tables, code blocks and links."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def sections(page: Path) -> dict[str, str]:
    """Return the text below each heading, up to the next heading of any level."""
    parts = HEADING.split(page.read_text())
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def section(page: Path, heading: str) -> str:
    """Return the text of the one section whose heading begins with this."""
    (text,) = [
        text for name, text in sections(page).items() if f"{name} ".startswith(f"{heading} ")
    ]
    return text


def table(text: str) -> list[dict[str, str]]:
    """Return the rows of the only table in a text, each as column -> cell."""
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    columns, _rule, *rows = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(columns, cells, strict=True)) for cells in rows]


def code_blocks(text: str, language: str) -> list[str]:
    """Return the contents of the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def in_backticks(text: str) -> list[str]:
    """Return the code within sentences, without the fenced blocks."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`]+)`", prose)


def linked_files(page: Path) -> list[Path]:
    """Return the files of this repository that the links of a page lead to."""
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text())
    return [(page.parent / target).resolve() for target in targets]
