"""docs/limits.md has every number that bounds something, as it is in the code."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
ROW = re.compile(r"^\| `(\w+)` \| `(\w+)` \| (.+?) \|", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs/limits.md").read_text())
DEFINED = re.compile(r"^([A-Z_]+)(?:, ([A-Z_]+))*(?: = ([A-Z_]+))? = ", re.MULTILINE)
# Whoever finds one of these in the code finds it on the page.
BOUND = re.compile(r"MOST|LEAST|LONGEST|LATEST")
# The rules of leagues, and made-up groups: their numbers are explained where they are.
ELSEWHERE = ("core/standings.py", "leagues/wording.py", "sessions/stored_documents.py", "demo.py")
SECONDS = {"day": 86_400, "hour": 3600, "minute": 60, "second": 1}


def test_it_has_each_bound_as_it_is() -> None:
    page = Counter((package, name, number(value)) for package, name, value in ROWS)
    named = {(package, name) for package, name, _value in page}
    assert page == Counter(
        (package, name, value)
        for package, name, value in defined()
        if (package, name) in named or BOUND.match(name)
    )


def number(words: str) -> int | timedelta:
    count, _space, unit = words.partition(" ")
    value = int(count.replace(",", ""))
    return timedelta(seconds=value * SECONDS[unit.removesuffix("s")]) if unit else value


def defined() -> Iterator[tuple[str, str, object]]:
    """Yield the package, name and value of all that modules of scoring/ define in capitals."""
    for path in (ROOT / "scoring").rglob("*.py"):
        if not path.as_posix().endswith(ELSEWHERE):
            parts = path.relative_to(ROOT).with_suffix("").parts
            for names in DEFINED.findall(path.read_text()):
                for name in filter(None, names):
                    yield parts[1], name, getattr(import_module(".".join(parts)), name)
