"""Headers of proxies count only if a request came through all proxies."""

from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from scoring.monitoring.context import client_address
from scoring.web.proxies import ProxyMiddleware, network_of
from tests.test_settings import with_environment

NEAR, FAR = "10.0.0.2", "8.8.8.8"


def seen(peer: str, forwarded: str) -> str:
    """Return the address that the site takes a request to come from, and whether over TLS."""
    headers = {"x-forwarded-for": forwarded, "x-forwarded-proto": "https"}
    request = RequestFactory(REMOTE_ADDR=peer, headers=headers).get("/")
    ProxyMiddleware(HttpResponse).process_request(request)
    return f"{client_address(request)} {request.is_secure()}"


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "address", "is_secure"),
    [
        pytest.param(1, NEAR, "192.0.2.7", "192.0.2.7", True, id="one proxy"),
        pytest.param(1, NEAR, "6.6.6.6, 192.0.2.7", "192.0.2.7", True, id="one, with a forged one"),
        pytest.param(2, NEAR, "192.0.2.7, 10.0.0.1", "192.0.2.7", True, id="two proxies"),
        pytest.param(2, NEAR, "192.0.2.7", NEAR, False, id="past one of two"),
        pytest.param(1, FAR, "192.0.2.7", FAR, False, id="past the proxy"),
        pytest.param(1, "", "192.0.2.7", "192.0.2.7", True, id="by a socket"),
        pytest.param(1, NEAR, "", NEAR, False, id="from a machine beside it"),
        pytest.param(1, "nowhere", "192.0.2.7", "nowhere", False, id="from what is no address"),
    ],
)
def test_a_forged_header_is_not_believed(
    settings: Any, proxies: int, peer: str, forwarded: str, address: str, is_secure: bool
) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    settings.PROXIES = proxies
    assert seen(peer, forwarded) == f"{address} {is_secure}"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("-", "-"),
    ],
)
def test_a_network_is_an_ipv4_address_or_what_one_customer_has_of_ipv6(
    address: str, network: str
) -> None:
    assert network_of(address) == network


def test_without_a_proxy_no_address_is_forged() -> None:
    assert seen(FAR, "192.0.2.7") == f"{FAR} False"


def test_https_without_a_proxy_is_refused(tmp_path: Path) -> None:
    done = with_environment("settings.HTTPS", HTTPS="True", VAR_DIR=str(tmp_path))
    assert "set PROXIES to how many proxies are in front of it" in done.stderr


@pytest.mark.parametrize(
    "address", ["scores.example.org", "https://scores.example.org/club", "ftp://x"]
)
def test_a_public_address_without_a_scheme_or_with_a_path_is_refused(
    tmp_path: Path, address: str
) -> None:
    done = with_environment("settings.DEBUG", PUBLIC_ADDRESS=address, VAR_DIR=str(tmp_path))
    assert "PUBLIC_ADDRESS must be like https://scores.example.org" in done.stderr


def test_mail_of_a_site_with_tls_needs_a_public_address(tmp_path: Path) -> None:
    environment = {"HTTPS": "True", "PROXIES": "1", "VAR_DIR": str(tmp_path)}
    check = (
        "import django; django.setup(); from django.core.management import call_command\n"
        "call_command('check', tags=['installation'])"
    )
    done = with_environment(check, EMAIL_URL="smtp://mail.example.org", **environment)
    assert "Set PUBLIC_ADDRESS to its address" in done.stderr
    environment["PUBLIC_ADDRESS"] = "https://scores.example.org/"
    done = with_environment(
        f"{check}; print(settings.MAIL_ADDRESS)", EMAIL_URL="smtp://mail.example.org", **environment
    )
    assert done.stdout.split()[-1] == "https://scores.example.org"
