"""Formats of days and times in pages, emails and the admin: the month is a word, which nobody takes
for a day. Templates and Python use these formats by name."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
TIME_FORMAT = "H:i"
YEAR_MONTH_FORMAT = "F Y"

# Only of this site: with the day of the week; without the year; with the time zone.
WEEKDAY_FORMAT = "l j F Y"
EVENING_FORMAT = "l j F"
EVENING_TIME_FORMAT = "l j F, H:i"
SHORT_EVENING_FORMAT = "l j M"
SHORT_EVENING_TIME_FORMAT = "D j M, H:i"
ZONED_DATETIME_FORMAT = "j F Y, H:i T"
