"""The site as `make run` serves it: gunicorn, whitenoise, production settings."""

import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest


def get(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    try:
        with urlopen(Request(address, headers=headers)) as response:  # noqa: S310 (our own address)
            return response.status, dict(response.headers), response.read()
    except HTTPError as error:
        with error:
            return error.code, dict(error.headers), error.read()


def test_it_serves_the_home_page(served: str) -> None:
    status, headers, body = get(served)
    assert status == 200
    assert b"Scorefolio" in body
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_it_serves_static_files_to_be_kept_for_ever_and_compressed(served: str) -> None:
    page = get(served)[2].decode()
    style = re.search(r'href="(/static/[^"]+\.css)"', page)
    assert style
    address = served + style[1]
    _, headers, body = get(address, **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert "immutable" in headers["Cache-Control"]
    assert len(body) < 10_000


def test_it_shows_no_debug_page(served: str) -> None:
    status, _, body = get(f"{served}/nothing-here")
    assert status == 404
    assert b"urlconf" not in body.lower()


def test_the_admin_asks_who_is_there(served: str) -> None:
    status, _, body = get(f"{served}/admin/")
    assert status == 200
    assert b'name="password"' in body


@pytest.mark.parametrize("path", ["/admin/canvas/scoringcard/", "/admin/canvas/artcard/"])
def test_the_admin_shows_strangers_nothing(served: str, path: str) -> None:
    _, _, body = get(served + path)
    assert b'name="password"' in body
    assert b"Composition" not in body
