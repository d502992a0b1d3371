"""Make the web fonts from the installed font packages, when static files are collected.

`STATICFILES_FINDERS` names the finder. Only the letters of European languages in Latin script are
kept, in two files for each font: browsers fetch the second where a name needs it.
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import version
from importlib.resources import as_file, files
from pathlib import Path
from shutil import copyfile
from typing import Any, NamedTuple

from django.conf import settings

from config.made_files import MadeFileFinder

FOLDER = "fonts"
# As in the `unicode-range` of fonts.css.
RANGES = {
    "latin": (
        "U+0020-007E,U+00A0-00FF,U+0152-0153,U+0178,U+02C6,U+02DC,U+2009,U+2013-2014,U+2018-201A,"
        "U+201C-201E,U+2022,U+2026,U+202F,U+20AC,U+2116,U+2190-2193,U+2212,U+25B2,U+25BC"
    ),
    "latin-ext": "U+0100-0151,U+0154-0177,U+0179-017F,U+0218-021B",
}
FEATURES = ["kern", "liga", "tnum", "lnum", "ccmp", "locl", "mark"]
NAME_IDS = [0, 1, 2, 4, 5, 6, 13, 14]  # with the copyright and the licence
FAMILY, FULL_NAME, POSTSCRIPT_NAME = 1, 4, 6
TOOLS = ("fonttools", "brotli")


class Face(NamedTuple):
    """A font of a package, and the name under which the site serves it."""

    package: str
    source: str
    licence: str
    file: str
    family: str
    style: str


FACES = (
    # Its licence keeps the name "Source" for the original. The .otf, because without hinting
    # Chromium gives the "%" of the .ttf no width.
    Face(
        "font-source-serif-pro",
        "SourceSerifPro-Black.otf",
        "LICENSE.txt",
        "folio-serif-black",
        "Folio Serif",
        "Black",
    ),
    Face(
        "font-manrope",
        "Manrope-VariableFont_wght.ttf",
        "OFL.txt",
        "manrope",
        "Manrope",
        "Variable",
    ),
)


class FontFinder(MadeFileFinder):
    """Find the fonts and their licences as static files, and make those that are missing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.keep_in(settings.VAR_DIR / FOLDER / _version(), dict(_makers()))


def _version() -> str:
    """Return a name that changes with the fonts' packages and the tools that cut them down."""
    return "-".join(version(package) for package in (*(face.package for face in FACES), *TOOLS))


def _makers() -> Iterator[tuple[str, Callable[[Path], object]]]:
    """Return what writes each file, by its name."""
    for face in FACES:
        for part, letters in RANGES.items():
            yield f"{FOLDER}/{face.file}.{part}.woff2", partial(_write_subset, face, letters)
        licence = _packaged(face, face.licence)
        yield f"{FOLDER}/{face.file}.licence.txt", partial(copyfile, licence)


def _packaged(face: Face, name: str) -> Path:
    with as_file(files(face.package.replace("-", "_")) / "files" / name) as path:
        return path


def _write_subset(face: Face, letters: str, path: Path) -> None:
    # They take 16 MB, and a server needs none of it.
    from fontTools import subset  # noqa: PLC0415
    from fontTools.ttLib import TTFont  # noqa: PLC0415

    options = subset.Options()
    options.hinting = False
    options.notdef_outline = True
    options.layout_features = FEATURES
    options.name_IDs = NAME_IDS
    # The same bytes on each machine: several serve one site.
    font = TTFont(_packaged(face, face.source), recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(letters))
    subsetter.subset(font)
    names = {
        FAMILY: face.family,
        FULL_NAME: f"{face.family} {face.style}",
        POSTSCRIPT_NAME: f"{face.family.replace(' ', '')}-{face.style}",
    }
    for record in font["name"].names:
        record.string = names.get(record.nameID, record.string)
    font.flavor = "woff2"
    font.save(path)
