"""Policies say what the browser may load and use, on every page except Django's own."""

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from scoring.web.policies import PoliciesMiddleware

CONTENT, FEATURES = "Content-Security-Policy", "Permissions-Policy"


@pytest.mark.parametrize(
    ("debug", "status", "has_policy"),
    [
        pytest.param(False, 404, True, id="not found"),
        pytest.param(False, 500, True, id="an error"),
        pytest.param(True, 200, True, id="a page, while developing"),
        pytest.param(True, 403, True, id="forbidden, while developing"),
        pytest.param(True, 404, False, id="Django's page of addresses, while developing"),
        pytest.param(True, 500, False, id="Django's page of an error, while developing"),
    ],
)
def test_only_the_pages_of_django_may_load_what_is_written_into_them(
    settings: Any, debug: bool, status: int, has_policy: bool
) -> None:
    settings.DEBUG = debug
    middleware = PoliciesMiddleware(lambda _request: HttpResponse())
    answer = middleware.process_response(HttpRequest(), HttpResponse(status=status))
    assert (CONTENT in answer.headers) == has_policy
    assert FEATURES in answer.headers


def test_an_answer_without_a_page_says_nothing_of_pages() -> None:
    """Each phone polls all the time: that was half of what it downloaded."""
    middleware = PoliciesMiddleware(lambda _request: HttpResponse())
    answer = middleware.process_response(HttpRequest(), HttpResponse(status=204))
    assert not {CONTENT, FEATURES} & answer.headers.keys()


@pytest.mark.django_db
def test_no_page_uses_the_camera_the_microphone_or_where_somebody_is() -> None:
    features = Client().get("/").headers[FEATURES]
    assert features == "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
