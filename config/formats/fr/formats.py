"""French days and times are written in the same order as English ones; short months as in print."""

from config.formats.en.formats import (
    DATE_FORMAT,
    DATETIME_FORMAT,
    EVENING_FORMAT,
    EVENING_TIME_FORMAT,
    TIME_FORMAT,
    WEEKDAY_FORMAT,
    YEAR_MONTH_FORMAT,
    ZONED_DATETIME_FORMAT,
)

SHORT_DATE_FORMAT = "j N Y"
SHORT_DATETIME_FORMAT = "j N Y, H:i"
SHORT_EVENING_FORMAT = "l j N"
SHORT_EVENING_TIME_FORMAT = "D j N, H:i"

__all__ = [
    "DATETIME_FORMAT",
    "DATE_FORMAT",
    "EVENING_FORMAT",
    "EVENING_TIME_FORMAT",
    "SHORT_DATETIME_FORMAT",
    "SHORT_DATE_FORMAT",
    "SHORT_EVENING_FORMAT",
    "SHORT_EVENING_TIME_FORMAT",
    "TIME_FORMAT",
    "WEEKDAY_FORMAT",
    "YEAR_MONTH_FORMAT",
    "ZONED_DATETIME_FORMAT",
]
