"""Reports of errors to a server that understands Sentry's protocol, without personal data."""

from importlib.util import find_spec
from typing import Any

from django.core.exceptions import ImproperlyConfigured

KEPT_OF_A_REQUEST = ("method",)  # and not its address, which may have a secret in it


def start_error_reports(dsn: str) -> None:
    """Report errors to that address from now on."""
    if find_spec("sentry_sdk") is None:
        raise ImproperlyConfigured("SENTRY_DSN needs a library: pip install sentry-sdk")
    import sentry_sdk  # type: ignore[import-not-found,unused-ignore] # noqa: PLC0415 (optional)

    sentry_sdk.init(
        dsn=dsn,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0.0,
        before_send=without_personal_data,
    )


def without_personal_data(event: Any, hint: Any) -> Any:  # noqa: ARG001 (Sentry passes both)
    request = event.get("request", {})
    event["request"] = {name: request[name] for name in KEPT_OF_A_REQUEST if name in request}
    for name in ("user", "extra", "server_name"):
        event.pop(name, None)
    return event
