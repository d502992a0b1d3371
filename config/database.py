"""The database settings, read from one URL."""

from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured


def database_settings(url: str, **options: Any) -> dict[str, Any]:
    """Read a database URL; of PostgreSQL it may name several servers, as libpq's own URLs do:
    `postgres://user@one:5432,two:5432/name?target_session_attrs=read-write`."""
    try:
        parts = urlsplit(url)
        account, at, servers = parts.netloc.rpartition("@")
        if "," not in servers:
            return dict(dj_database_url.parse(url, **options))
        first = parts._replace(netloc=f"{account}{at}one").geturl()
        hosts, ports = zip(*(_host_and_port(server) for server in servers.split(",")), strict=True)
        several = {"HOST": ",".join(hosts), "PORT": ",".join(ports)}
        return {**dj_database_url.parse(first, **options), **several}
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL is not understood: {error}") from None


def _host_and_port(server: str) -> tuple[str, str]:
    parts = urlsplit(f"//{server}")
    return parts.hostname or "", str(parts.port or 5432)
