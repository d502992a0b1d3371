"""conditional(): an answer that the reader already has is 304, and is not made again."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from scoring.web.etag import conditional

MODIFIED = datetime(2026, 3, 1, 12, tzinfo=UTC)


def request(**headers: str) -> HttpRequest:
    return RequestFactory(headers=headers).get("/")


def answer_to(asked: HttpRequest, shown: list[object], **more: Any) -> HttpResponse:
    def make() -> HttpResponse:
        return HttpResponse("made")

    return conditional(asked, make, shown=shown, vary=["Cookie", "Accept-Language"], **more)


def refused_to_make() -> HttpResponse:
    raise AssertionError("the reader has it already")


def test_it_is_made_for_whoever_comes_first() -> None:
    answer = answer_to(request(), ["Ana", 1])
    assert (answer.status_code, answer.content) == (200, b"made")


def test_it_is_not_made_for_whoever_has_it() -> None:
    first = answer_to(request(), ["Ana", 1])
    again = conditional(
        request(if_none_match=first["ETag"]), refused_to_make, shown=["Ana", 1], vary=["Cookie"]
    )
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]


@pytest.mark.parametrize("other", [["Ana", 2], ["Ana"], ["Ana", 1, None], [1, "Ana"], ["Ana1"]])
def test_it_is_made_again_where_something_else_is_shown(other: list[object]) -> None:
    first = answer_to(request(), ["Ana", 1])
    again = answer_to(request(if_none_match=first["ETag"]), other)
    assert (again.status_code, again.content) == (200, b"made")
    assert again["ETag"] != first["ETag"]


@pytest.mark.parametrize("has_it", [False, True])
def test_the_reader_asks_each_time_and_nobody_else_keeps_it(has_it: bool) -> None:
    tag = answer_to(request(), ["Ana"])["ETag"]
    answer = answer_to(request(if_none_match=tag if has_it else '"other"'), ["Ana"])
    assert answer.status_code == (304 if has_it else 200)
    assert set(answer["Cache-Control"].split(", ")) == {"private", "no-cache"}
    assert set(answer["Vary"].split(", ")) == {"Cookie", "Accept-Language"}


@pytest.mark.parametrize(
    ("since", "status"),
    [
        (MODIFIED, 304),
        (MODIFIED + timedelta(seconds=1), 304),
        (MODIFIED - timedelta(seconds=1), 200),
    ],
)
def test_it_is_sent_again_where_it_was_changed_since(since: datetime, status: int) -> None:
    http_date = since.strftime("%a, %d %b %Y %H:%M:%S GMT")
    answer = answer_to(request(if_modified_since=http_date), ["Ana"], modified=MODIFIED)
    assert answer.status_code == status
    assert answer["Last-Modified"] == "Sun, 01 Mar 2026 12:00:00 GMT"


def test_it_says_no_moment_that_nobody_knows() -> None:
    assert "Last-Modified" not in answer_to(request(), ["Ana"])


# As headers

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


def test_a_current_copy_is_answered_with_304_and_the_headers_of_the_page() -> None:
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


def test_a_browser_without_an_etag_is_answered_by_the_date() -> None:
    since = {"if_modified_since": "Wed, 04 Mar 2026 21:30:15 GMT"}
    assert response_showing(1, modified=AT, **since).status_code == 304
    assert response_showing(1, modified=AT.replace(second=16), **since).status_code == 200


def test_an_answer_of_no_moment_has_none() -> None:
    assert "Last-Modified" not in response_showing(1).headers


def test_an_etag_cannot_be_computed_without_the_key() -> None:
    etags = set()
    for key in ("one key", "another key"):
        with override_settings(SECRET_KEY=key):
            etags.add(answer_to(request(), ["Ana", 1])["ETag"])
    assert len(etags) == 2
