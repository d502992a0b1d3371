"""An answer that the reader already has is not made again; one that the reader has not, is."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from scoring.web.etag import conditional

MODIFIED = datetime(2026, 3, 1, 12, tzinfo=UTC)


def request(**headers: str) -> HttpRequest:
    return RequestFactory(headers=headers).get("/")


def response_showing(asked: HttpRequest, shown: list[object], **more: Any) -> HttpResponse:
    def make() -> HttpResponse:
        return HttpResponse("made")

    return conditional(asked, make, shown=shown, vary=["Cookie", "Accept-Language"], **more)


def refused_to_make() -> HttpResponse:
    raise AssertionError("the reader has it already")


def test_it_is_made_for_whoever_comes_first() -> None:
    answer = response_showing(request(), ["Ana", 1])
    assert (answer.status_code, answer.content) == (200, b"made")


def test_it_is_not_made_for_whoever_has_it() -> None:
    first = response_showing(request(), ["Ana", 1])
    again = conditional(
        request(if_none_match=first["ETag"]), refused_to_make, shown=["Ana", 1], vary=["Cookie"]
    )
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]


@pytest.mark.parametrize("other", [["Ana", 2], ["Ana"], ["Ana", 1, None], [1, "Ana"], ["Ana1"]])
def test_it_is_made_again_where_something_else_is_shown(other: list[object]) -> None:
    first = response_showing(request(), ["Ana", 1])
    again = response_showing(request(if_none_match=first["ETag"]), other)
    assert (again.status_code, again.content) == (200, b"made")
    assert again["ETag"] != first["ETag"]


@pytest.mark.parametrize("has_it", [False, True])
def test_the_reader_asks_each_time_and_nobody_else_keeps_it(has_it: bool) -> None:
    tag = response_showing(request(), ["Ana"])["ETag"]
    answer = response_showing(request(if_none_match=tag if has_it else '"other"'), ["Ana"])
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
    answer = response_showing(request(if_modified_since=http_date), ["Ana"], modified=MODIFIED)
    assert answer.status_code == status
    assert answer["Last-Modified"] == "Sun, 01 Mar 2026 12:00:00 GMT"


def test_it_says_no_moment_that_nobody_knows() -> None:
    assert "Last-Modified" not in response_showing(request(), ["Ana"])
