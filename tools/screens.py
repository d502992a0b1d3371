"""Take the screenshots of docs/screens.md: each screen on a phone and a wide one, light and dark,
in both languages."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

FOLDER = Path(__file__).parent.parent / "docs" / "screens"
SIZES: dict[int, ViewportSize] = {
    390: {"width": 390, "height": 844},
    1280: {"width": 1280, "height": 800},
}
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
LANGUAGES = ("en", "fr")
QUALITY = 55  # about 30 kB for each
# The name of a screen -> its address; tables by the names that tools/pictures.py gives them.
SCREENS = {
    "home": "/",
    "opening": "/new/duplik/",
    "round": "/table/{round}/",
    "celebration": "/table/{artbox}/",
    "board": "/table/{duplik}/board/",
    "group": "/g/demo/",
    "season": "/g/demo/club/{season}/",
    "evening": "/evening/{evening}/",
}
FINISHED_FIRST = ("2", "4", "1")  # seats; the last Number token needs no tap


def names() -> Iterator[tuple[str, int, Scheme, str]]:
    """Yield the screen, the width, the scheme and the language of each picture."""
    yield from product(SCREENS, SIZES, SCHEMES, LANGUAGES)


def take_screens(browser: Browser, address: str, table: Mapping[str, str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    name, _equals, value = table["cookie"].partition("=")
    for number, (screen, width, scheme, language) in enumerate(names()):
        context = browser.new_context(
            viewport=SIZES[width],
            color_scheme=scheme,
            locale=language,
            reduced_motion="reduce",
        )
        context.add_cookies([{"name": name, "value": value, "url": address}])
        page = context.new_page()
        if number == 0:
            _finish_drawings(page, f"{address}{SCREENS['round'].format(**table)}")
        page.goto(f"{address}{SCREENS[screen].format(**table)}")
        page.wait_for_load_state("networkidle")
        _save(page.screenshot(), FOLDER / f"{screen}-{width}-{scheme}-{language}.webp")
        context.close()


def _finish_drawings(page: Page, table: str) -> None:
    """Give out the Number tokens, so that the round's page asks for the guesses."""
    page.goto(table)
    for seat in FINISHED_FIRST:
        page.locator(f"#finish-{seat}").click()
        page.locator(f"#finish-{seat}").wait_for(state="detached")


def _save(picture: bytes, path: Path) -> None:
    options: dict[str, Any] = {"quality": QUALITY, "method": 6}
    Image.open(BytesIO(picture)).convert("RGB").save(path, "WEBP", **options)
