"""Pages that are compressed in parts: what browsers get, and what their length cannot tell."""

import gzip

import pytest
from django.test import Client, RequestFactory

from scoring.web.compression import deflated, page_of_parts
from tests.builders.groups import thursday_group
from tests.builders.seasons import season_of
from tests.builders.standings_pages import play_ranks, season_url

TEXT = "Ada, Bo and Zoé drew a cactus. " * 40


def page(accepts: str, *texts: str) -> tuple[str, bytes]:
    """Return the encoding and the body of a page of these parts."""
    request = RequestFactory().get("/", headers={"accept-encoding": accepts})
    response = page_of_parts(request, [deflated(text.encode()) for text in texts])
    assert response["Vary"] == "Accept-Encoding"
    return response.get("Content-Encoding", ""), response.content


@pytest.mark.parametrize("texts", [(TEXT,), ("a", "", TEXT), (TEXT, "é", TEXT)])
def test_the_parts_make_one_page(texts: tuple[str, ...]) -> None:
    encoding, body = page("br, gzip", *texts)
    assert encoding == "gzip"
    assert gzip.decompress(body).decode() == "".join(texts)
    assert len(body) < 250


@pytest.mark.parametrize("accepts", ["", "br", "identity", "gzip;q=0", "br, gzip; q=0.0, zstd"])
def test_a_browser_that_takes_no_gzip_gets_the_page_itself(accepts: str) -> None:
    assert page(accepts, "one, ", "two") == ("", b"one, two")


@pytest.mark.parametrize("accepts", ["gzip", "deflate, gzip;q=0.5", "gzip;q=1.0, *;q=0"])
def test_a_browser_that_takes_gzip_gets_it(accepts: str) -> None:
    assert page(accepts, TEXT)[0] == "gzip"


def test_the_length_does_not_tell_whether_two_parts_have_the_same_words() -> None:
    secret, other = "token-7f3a9c51e8d2b604", "guess-0123456789abcdef"
    assert len(page("gzip", secret, secret)[1]) == len(page("gzip", secret, other)[1])


@pytest.mark.django_db
def test_standings_are_compressed_for_strangers_and_members() -> None:
    group = thursday_group(visibility="public")
    season = season_of(group)
    play_ranks(season, 1, 2, 3)
    address, member = season_url(season), Client()
    member.force_login(group.memberships.get(user__username="bob").user)
    for client in (Client(), member):
        pages = [client.get(address, headers={"accept-encoding": "gzip"}) for _ in range(2)]
        plain = client.get(address)
        for page in pages:  # just rendered, and from the cache
            assert page["Content-Encoding"] == "gzip"
            assert page["ETag"] == plain["ETag"]
            text = gzip.decompress(page.content).decode()
            assert "Ana" in text
            assert text.endswith("</html>\n")
            assert len(page.content) * 3 < len(text.encode())
        seen = {"accept-encoding": "gzip", "if-none-match": pages[0]["ETag"]}
        assert client.get(address, headers=seen).status_code == 304
