"""The logging settings: one line for each record, as text or as JSON."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
FORMATTERS: dict[str, dict[str, Any]] = {
    "text": {"()": "scoring.monitoring.log_records.TextFormatter"},
    "json": {
        "()": "scoring.monitoring.log_records.JsonFormatter",
        "fmt": "%(levelname)s %(name)s %(request_id)s %(message)s",
        "rename_fields": {"levelname": "level", "name": "logger"},
        "timestamp": "time",
    },
}


def logging_settings(log_format: str, level: str, error_mail: list[str]) -> dict[str, Any]:
    """Log to standard error, and with `error_mail` send errors by email too."""
    if log_format not in FORMATTERS:
        raise ImproperlyConfigured(f"LOG_FORMAT must be text or json, not {log_format!r}")
    if level not in LEVELS:
        raise ImproperlyConfigured(f"LOG_LEVEL must be one of {', '.join(LEVELS)}, not {level!r}")
    handlers: dict[str, dict[str, Any]] = {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": log_format,
            "filters": ["request"],
        }
    }
    if error_mail:
        handlers["mail"] = {
            "class": "scoring.monitoring.error_mail.ErrorMailHandler",
            "formatter": "text",
            "filters": ["request"],
            "level": "ERROR",
        }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": "scoring.monitoring.log_records.RequestFilter"}},
        "formatters": {name: FORMATTERS[name] for name in {log_format, "text"}},
        "handlers": {
            name: {**handler, "filters": ["request"]} for name, handler in handlers.items()
        },
        "root": {"handlers": list(handlers), "level": "WARNING"},
        "loggers": {
            "scoring": {"level": level},
            # Without handlers of its own, gunicorn writes in the same format.
            "gunicorn.error": {"level": level, "handlers": [], "propagate": True},
            "django": {"level": "WARNING", "handlers": [], "propagate": True},
            # "Not found" is in the log of requests, and is no fault.
            "django.request": {"level": "ERROR"},
        },
    }
