"""docs/screens.md shows every picture that `make pictures` takes of the screens, and no other."""

import re

from tests.docs.markdown import DOCS
from tools.screens import FOLDER, names

MOST_BYTES = 1_500_000


def test_it_shows_each_screen_in_each_size_scheme_and_language() -> None:
    shown = re.findall(r'src="screens/([^"]+)"', (DOCS / "screens.md").read_text())
    taken = ["-".join(map(str, parts)) + ".webp" for parts in names()]
    assert sorted(shown) == sorted(taken)
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(taken)


def test_all_pictures_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES
