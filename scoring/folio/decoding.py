"""Read a photo from standard input and write its renditions to standard output, in a process of its
own: `renditions.py` starts it.

A small file may claim millions of pixels, and decoders have bugs. What is written has none of the
file's bytes: it is encoded again from the pixels, without metadata."""

import json
import sys
from io import BytesIO
from typing import TYPE_CHECKING

from scoring.background.limited_process import limit_this_process

if TYPE_CHECKING:
    from PIL import Image

WIDTHS = (320, 960, 1_920)  # of a side, at most
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_PIXELS = 40_000_000
LEAST_SIDE, MOST_TIMES_AS_LONG = 32, 20
MOST_BYTES_OF_A_PROFILE = 1024**2
QUALITY = 80
UNREADABLE, TOO_LARGE, TOO_NARROW = 3, 4, 5  # exit statuses


def main(turns: int) -> int:
    limit_this_process()
    made = decode(sys.stdin.buffer.read(), turns)
    if isinstance(made, int):
        return made
    sys.stdout.buffer.write(made)
    return 0


def decode(content: bytes, turns: int = 0) -> bytes | int:
    """Return a line of JSON and the renditions after it, or the exit status of a refusal."""
    # Imported here, so that what they take is limited as well.
    from PIL import Image, ImageOps  # noqa: PLC0415

    Image.MAX_IMAGE_PIXELS = None  # it only warns; the size is checked below
    try:
        photo: Image.Image = Image.open(BytesIO(content), formats=FORMATS)
        if photo.width * photo.height > MOST_PIXELS:
            return TOO_LARGE
        if min(photo.size) < LEAST_SIDE or max(photo.size) > MOST_TIMES_AS_LONG * min(photo.size):
            return TOO_NARROW
        photo.draft("RGB", (WIDTHS[-1], WIDTHS[-1]))  # a JPEG is decoded smaller, and faster
        photo.seek(0)
        photo.load()
        photo = ImageOps.exif_transpose(photo)
        photo = _in_srgb(photo)
    except MemoryError:
        return TOO_LARGE
    except Exception:  # decoders raise anything, and nobody else reads the file
        return UNREADABLE
    if turns:
        photo = photo.rotate(-90 * turns, expand=True)
    renditions = [_rendition(photo, width) for width in WIDTHS]
    largest = renditions[-1][0]
    sizes = [len(rendition) for _picture, rendition in renditions]
    head = {"width": largest.width, "height": largest.height, "sizes": sizes}
    rest = b"".join(rendition for _picture, rendition in renditions)
    return json.dumps(head).encode() + b"\n" + rest


def _in_srgb(photo: "Image.Image") -> "Image.Image":
    """Return the pixels alone, in sRGB, on white where the picture is transparent."""
    from PIL import Image, ImageCms  # noqa: PLC0415

    profile = photo.info.get("icc_profile") or b""
    if photo.mode in {"P", "PA", "LA", "RGBA"} or "transparency" in photo.info:
        photo = photo.convert("RGBA")
        ground = Image.new("RGBA", photo.size, "white")
        photo = Image.alpha_composite(ground, photo)
    if profile and len(profile) <= MOST_BYTES_OF_A_PROFILE:
        try:
            own, srgb = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
            if photo.mode not in {"RGB", "CMYK", "L"}:
                photo = photo.convert("RGB")
            converted = ImageCms.profileToProfile(photo, own, srgb, outputMode="RGB")
            photo = converted or photo
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # a damaged profile: the colours are taken for sRGB
    photo = photo.convert("RGB")
    pixels = Image.new("RGB", photo.size)
    pixels.paste(photo)
    return pixels


def _rendition(photo: "Image.Image", width: int) -> "tuple[Image.Image, bytes]":
    picture = photo.copy()
    picture.thumbnail((width, width))
    file = BytesIO()
    picture.save(file, "WEBP", quality=QUALITY, method=4)
    return picture, file.getvalue()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) % 4))
