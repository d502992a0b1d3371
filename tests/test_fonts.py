"""The fonts that the site serves: cut from packages, renamed where a licence asks for it."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from django.urls import reverse
from fontTools.subset import parse_unicodes
from fontTools.ttLib import TTFont

from config.fonts import FACES, RANGES, Face, FontFinder
from scoring.play.views.app import FONTS
from tests.pages import words
from tests.stylesheets import SHARED

FILES = [(face, part) for face in FACES for part in RANGES]
FACE_NAMES = [face.file for face in FACES]
FIRST_VISIT = 42_000  # bytes of fonts


def made(file: str) -> Path:
    path = finders.find(f"fonts/{file}")
    assert path
    return Path(path)


@pytest.mark.parametrize(
    ("face", "part"), FILES, ids=[f"{face.file}-{part}" for face, part in FILES]
)
def test_a_font_has_the_letters_of_its_range(face: Face, part: str) -> None:
    with TTFont(made(f"{face.file}.{part}.woff2")) as font:
        letters = set(font.getBestCmap())
        assert letters <= set(parse_unicodes(RANGES[part]))
        assert {*map(ord, {"latin": "Zoé œ’ 2×0", "latin-ext": "Łőş"}[part])} <= letters
        # Neither the reserved name nor a name without its licence.
        assert font["name"].getDebugName(1) == face.family
        assert "Source" not in f"{font['name'].getDebugName(4)} {font['name'].getDebugName(6)}"
        assert "Open Font License" in font["name"].getDebugName(13)


@pytest.mark.parametrize("face", FACES, ids=FACE_NAMES)
def test_figures_of_a_font_are_equally_wide(face: Face) -> None:
    """The standings set numbers below each other."""
    with TTFont(made(f"{face.file}.latin.woff2")) as font:
        letters, widths = font.getBestCmap(), font["hmtx"]
        features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
        equal = len({widths[letters[ord(figure)]][0] for figure in "0123456789"}) == 1
    assert equal or "tnum" in features


def test_the_fonts_of_a_first_visit_are_light() -> None:
    sizes = [made(f"{face.file}.latin.woff2").stat().st_size for face in FACES]
    assert sum(sizes) < FIRST_VISIT


def test_the_stylesheet_names_each_font_with_its_range() -> None:
    code = (SHARED / "tokens.css").read_text()
    ranges = {
        file: set(parse_unicodes(letters.replace(" ", "")))
        for file, letters in re.findall(
            r'fonts/([\w.-]+)\.woff2"\) format\("woff2"\);\s*unicode-range: ([^;]+);', code
        )
    }
    assert ranges == {
        f"{face.file}.{part}": set(parse_unicodes(RANGES[part])) for face, part in FILES
    }


@pytest.mark.parametrize("face", FACES, ids=FACE_NAMES)
def test_the_licence_of_a_font_is_served_beside_it(face: Face) -> None:
    with staticfiles_storage.open(f"fonts/{face.file}.licence.txt") as licence:
        assert b"SIL OPEN FONT LICENSE" in licence.read().upper()


def test_a_page_shows_the_licence_of_each_font(client: Client) -> None:
    page = words(client.get(reverse("fonts")).content.decode())
    assert {face.family: face.file for face in FACES} == FONTS
    for face in FACES:
        licence = made(f"{face.file}.licence.txt").read_text()
        assert f"{face.family} Copyright" in page
        assert " ".join(licence.split())[-60:] in page


def test_a_font_is_made_again_with_the_same_bytes(tmp_path: Path, settings: Any) -> None:
    settings.VAR_DIR = tmp_path
    name = "fonts/folio-serif-black.latin-ext.woff2"
    again = Path(FontFinder().find(name))
    assert again.is_relative_to(tmp_path)
    assert again.read_bytes() == made("folio-serif-black.latin-ext.woff2").read_bytes()


def test_it_finds_nothing_that_it_does_not_make() -> None:
    assert FontFinder().find("fonts/other.woff2") == []
    assert FontFinder().find("fonts/other.woff2", find_all=True) == []
