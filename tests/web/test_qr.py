"""A QR code is large enough, and dark on light, for the camera of a phone."""

import re

from scoring.accounts.second_factor import MFAAdapter
from scoring.web.qr import qr_image

LINK = "https://scores.example/join/ABCD"


def side_of(svg: str) -> int:
    """Return the pixels of a side of the square, dark on light with a border of three squares."""
    size = re.search(r'<svg [^>]*width="(\d+)" height="(\d+)"', svg)
    assert size is not None
    assert size[1] == size[2]
    assert 'fill="#fff" d="M0 0h35v35h-35z"' in svg
    assert 'stroke="#211d18" d="M3 3.5h7m3 ' in svg
    return int(size[1])


def test_the_code_of_a_link_has_squares_of_eight_pixels() -> None:
    assert side_of(qr_image(LINK).content.decode()) == 8 * (3 + 29 + 3)


def test_the_code_of_a_second_factor_has_squares_of_five_pixels() -> None:
    assert side_of(MFAAdapter().build_totp_svg(LINK)) == 5 * (3 + 29 + 3)


def test_no_cache_shows_it_after_its_link_was_withdrawn() -> None:
    response = qr_image(LINK)
    assert set(response.headers["Cache-Control"].split(", ")) == {"private", "no-cache"}
