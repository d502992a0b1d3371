"""Photos are decoded in a process of their own and encoded again without anything of the file."""

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from scoring.folio.decoding import TOO_LARGE, TOO_NARROW, UNREADABLE, WIDTHS, decode
from scoring.folio.renditions import (
    DAMAGED,
    LARGE,
    NARROW,
    Undecodable,
    folio_storage,
    make_renditions,
    read_new_photos,
)
from scoring.models import Photo
from tests.builders.photos import add_file, picture, stored_files
from tests.builders.tables import artem_table

MAKES = ("Apple", "Fairphone", "Google", "Nokia", "samsung", "Xiaomi")
ORIENTATION, MAKE, GPS = 0x112, 0x10F, 0x8825
WHITE, RED = (255, 255, 255), (254, 0, 0)


def exif(make: str, orientation: int = 1) -> bytes:
    values = Image.Exif()
    values[MAKE] = make
    values[ORIENTATION] = orientation
    values.get_ifd(GPS).update({1: "N", 2: (48.0, 51.0, 24.0)})
    return values.tobytes()


def opened(content: bytes) -> Image.Image:
    rendition = Image.open(BytesIO(content))
    rendition.load()
    return rendition


def corner(content: bytes, x: int, y: int) -> bool:
    """Return whether the corner of a rendition is white."""
    rendition = opened(content)
    pixel = rendition.getpixel((x * (rendition.width - 1), y * (rendition.height - 1)))
    assert isinstance(pixel, tuple)
    return pixel[1] > 128


@pytest.mark.parametrize("make", MAKES)
def test_nothing_of_what_a_phone_writes_is_stored(make: str) -> None:
    made = make_renditions(picture(exif=exif(make), comment=b"secret", icc_profile=b"no profile"))
    for content in made.contents:
        assert make.encode() not in content
        assert b"secret" not in content
        rendition = opened(content)
        assert not rendition.getexif()
        assert not {"exif", "icc_profile", "xmp", "comment"} & rendition.info.keys()


@pytest.mark.parametrize(
    ("orientation", "white"), [(1, (0, 0)), (3, (1, 1)), (6, (1, 0)), (8, (0, 1))]
)
def test_a_photo_is_upright(orientation: int, white: tuple[int, int]) -> None:
    made = make_renditions(picture(exif=exif("Apple", orientation)))
    assert corner(made.contents[0], *white)
    assert not corner(made.contents[0], 1 - white[0], 1 - white[1])


def test_it_has_three_sizes_and_is_never_enlarged() -> None:
    large = make_renditions(picture((4_000, 3_000)))
    assert [opened(content).size for content in large.contents] == [
        (320, 240),
        (960, 720),
        (1_920, 1_440),
    ]
    assert (large.width, large.height) == (1_920, 1_440)
    assert [opened(content).width for content in make_renditions(picture()).contents] == [
        320,
        400,
        400,
    ]


def test_it_turns_to_the_right() -> None:
    turned = make_renditions(picture((400, 300)), turn=1)
    assert (turned.width, turned.height) == (300, 400)
    assert corner(turned.contents[0], 1, 0)


def test_what_is_transparent_becomes_white() -> None:
    file = BytesIO()
    Image.new("RGBA", (100, 100), (0, 0, 0, 0)).save(file, "PNG")
    assert opened(make_renditions(file.getvalue()).contents[0]).getpixel((50, 50)) == WHITE


def test_of_an_animation_the_first_picture_is_kept() -> None:
    file = BytesIO()
    first, second = (Image.new("RGB", (100, 100), colour) for colour in ("white", "black"))
    first.save(file, "WEBP", save_all=True, append_images=[second], lossless=True)
    assert opened(make_renditions(file.getvalue()).contents[0]).getpixel((50, 50)) == WHITE


# Files that nobody should send


def png(width: int, height: int, *chunks: tuple[bytes, bytes]) -> bytes:
    """Return a PNG that claims a size, with so many empty rows as fit."""

    def chunk(name: bytes, content: bytes) -> bytes:
        checked = name + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(min(width * height * 3 + height, 1_000_000)))
    parts = [(b"IHDR", head), *chunks, (b"IDAT", pixels), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"
REFUSED = {
    "nothing": (b"", DAMAGED),
    "svg": (SVG, DAMAGED),
    "html": (HTML, DAMAGED),
    "gif": (picture(kind="GIF"), DAMAGED),
    "bmp": (picture(kind="BMP"), DAMAGED),
    "tiff": (picture(kind="TIFF"), DAMAGED),
    "jpeg of html": (b"\xff\xd8\xff\xe0" + HTML, DAMAGED),
    "png of svg": (b"\x89PNG\r\n\x1a\n" + SVG, DAMAGED),
    "webp of html": (b"RIFF\x00\x00\x00\x00WEBP" + HTML, DAMAGED),
    "one column": (png(1, 60_000), NARROW),
    "one row": (png(60_000, 1), NARROW),
    "one point": (png(1, 1), NARROW),
    "a bomb": (png(30_000, 30_000), LARGE),
    "as large as possible": (png(2**31 - 1, 2**31 - 1), LARGE),
    "just too large": (png(8_000, 5_001), LARGE),
    "fewer pixels than claimed": (png(5_000, 5_000), DAMAGED),
    "a bomb of texts": (png(64, 64, (b"zTXt", b"a\0\0" + zlib.compress(bytes(10**8)))), DAMAGED),
    "a bomb of a profile": (
        png(64, 64, (b"iCCP", b"a\0\0" + zlib.compress(bytes(10**8)))),
        DAMAGED,
    ),
}


@pytest.mark.parametrize(("content", "code"), REFUSED.values(), ids=REFUSED)
def test_it_refuses(content: bytes, code: str) -> None:
    with pytest.raises(Undecodable) as refused:
        make_renditions(content)
    assert refused.value.code == code


def hostile_files() -> Iterator[bytes]:
    """Yield files that are cut off, changed at random, or two kinds at once."""
    dice = Random(30)
    whole = [picture(kind=kind, exif=exif("Apple")) for kind in ("JPEG", "PNG", "WEBP")]
    for number in range(180):
        changed = bytearray(whole[number % 3])
        if number % 2:
            yield bytes(changed[: dice.randrange(len(changed) - 20)])
            continue
        for _byte in range(dice.randrange(1, 200)):
            changed[dice.randrange(len(changed))] = dice.randrange(256)
        yield bytes(changed)
    for kind in whole:
        yield kind + HTML
        yield HTML + kind
        yield kind + b"PK\x03\x04" + bytes(1_000)


def test_hostile_files_are_refused_or_only_their_pixels_are_kept() -> None:
    """Decode them in this process: to start one for each takes minutes."""
    files = list(hostile_files())
    assert len(files) + len(REFUSED) > 200
    for content in files:
        made = decode(content)
        if isinstance(made, int):
            assert made in {UNREADABLE, TOO_LARGE, TOO_NARROW}
            continue
        assert b"<script" not in made
        assert b"Apple" not in made
        assert opened(made.partition(b"\n")[2]).format == "WEBP"


# Storing


@pytest.mark.django_db
def test_only_renditions_are_stored() -> None:
    photo = add_file(artem_table(), picture(), step=0, seat=None)
    read_new_photos()
    photo.refresh_from_db()
    assert (photo.width, photo.height, photo.incoming) == (400, 300, "")
    assert len(stored_files()) == len(WIDTHS)
    assert photo.size == sum(folio_storage().size(name) for name in stored_files())


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["svg", "one column", "nothing"])
def test_a_refused_file_leaves_nothing_behind(name: str) -> None:
    content, code = REFUSED[name]
    photo = add_file(artem_table(), content, step=0, seat=None)
    read_new_photos()
    photo.refresh_from_db()
    assert (photo.refusal, photo.width, photo.incoming) == (code, 0, "")
    assert stored_files() == []


@pytest.mark.django_db
def test_a_new_photo_replaces_the_one_before_it() -> None:
    session = artem_table()
    for _time in range(2):
        add_file(session, picture(), step=0, seat=None)
        read_new_photos()
    assert Photo.objects.count() == 1
    assert len(stored_files()) == len(WIDTHS)


@pytest.mark.django_db
def test_a_photo_that_cannot_be_read_does_not_replace_one() -> None:
    session = artem_table()
    for content in (picture(), SVG):
        add_file(session, content, step=0, seat=None)
        read_new_photos()
    assert Photo.objects.shown().count() == 1
