"""How days and times are written, in pages, mails and the admin: the month is a word, which nobody
takes for a day. Templates and Python name these formats, and spell none themselves."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
TIME_FORMAT = "H:i"
YEAR_MONTH_FORMAT = "F Y"

# Of this site alone: with the day of the week; without the year; with the time zone.
WEEKDAY_FORMAT = "l j F Y"
EVENING_FORMAT = "l j F"
EVENING_TIME_FORMAT = "l j F, H:i"
SHORT_EVENING_FORMAT = "l j M"
SHORT_EVENING_TIME_FORMAT = "D j M, H:i"
ZONED_DATETIME_FORMAT = "j F Y, H:i T"
