"""Make the light and the dark theme, for readers who want one whatever their device prefers.

`STATICFILES_FINDERS` names the finder. A theme is tokens.css with another condition at the colours
by night, so that each of them is written once."""

from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from django.conf import settings

from config.made_files import MadeFileFinder

FOLDER = "themes"
TOKENS = Path(__file__).parent.parent / "scoring/static/scoring/css/tokens.css"
AS_THE_DEVICE = "@media (prefers-color-scheme: dark)"
# A printed page is light.
CONDITIONS = {"dark": "@media screen", "light": "@media not all"}


class ThemeFinder(MadeFileFinder):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        state = blake2b(TOKENS.read_bytes(), digest_size=8).hexdigest()
        makers = {
            f"{FOLDER}/{theme}.css": partial(_write, condition)
            for theme, condition in CONDITIONS.items()
        }
        self.keep_in(settings.VAR_DIR / FOLDER / state, makers)


def _write(condition: str, path: Path) -> None:
    tokens = TOKENS.read_text().replace("../../fonts/", "../fonts/")
    path.write_text(tokens.replace(AS_THE_DEVICE, condition))
