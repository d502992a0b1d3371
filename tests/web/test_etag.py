"""An answer says when it is still right, and for whom; asked again, it is not made again."""

from datetime import UTC, datetime
from typing import Any

from django.http import HttpResponse
from django.test import RequestFactory

from scoring.web.etag import conditional

AT = datetime(2026, 3, 4, 21, 30, 15, 999_999, tzinfo=UTC)


def response_showing(*shown: object, modified: datetime | None = None, **headers: str) -> Any:
    """A page that shows these, asked for with these headers."""
    return conditional(
        RequestFactory().get("/", headers=headers),
        lambda: HttpResponse("page"),
        shown=shown,
        vary=["Cookie", "Accept-Language"],
        modified=modified,
    )


def test_an_answer_says_for_whom_and_until_when_it_is_right() -> None:
    headers = response_showing(1, "a", modified=AT).headers
    assert headers["Vary"] == "Cookie, Accept-Language"
    assert set(headers["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert headers["Last-Modified"] == "Wed, 04 Mar 2026 21:30:15 GMT"
    assert headers["ETag"].startswith('"')


def test_who_has_it_is_told_so_without_the_page_but_for_whom_it_is() -> None:
    again = response_showing(
        1, "a", modified=AT, if_none_match=response_showing(1, "a").headers["ETag"]
    )
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Vary"] == "Cookie, Accept-Language"
    assert set(again.headers["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert again.headers["Last-Modified"] == "Wed, 04 Mar 2026 21:30:15 GMT"


def test_it_is_another_answer_as_soon_as_anything_shown_is_another() -> None:
    tags = {
        response_showing(*shown).headers["ETag"]
        for shown in ((1, 2), (2, 1), (1,), (1, 2, ""), (12,))
    }
    assert len(tags) == 5
    assert (
        response_showing(1, 2, if_none_match=response_showing(2, 1).headers["ETag"]).status_code
        == 200
    )


def test_who_only_knows_the_moment_is_told_by_it() -> None:
    since = {"if_modified_since": "Wed, 04 Mar 2026 21:30:15 GMT"}
    assert response_showing(1, modified=AT, **since).status_code == 304
    assert response_showing(1, modified=AT.replace(second=16), **since).status_code == 200


def test_an_answer_of_no_moment_has_none() -> None:
    assert "Last-Modified" not in response_showing(1).headers
