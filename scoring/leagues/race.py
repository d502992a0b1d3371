"""The race over a season: what its first players had after each day, sampled to a few points."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from django.utils.formats import date_format

from scoring.core.standings import Aggregate, Rules, thousandths
from scoring.leagues import queries
from scoring.models import Season
from scoring.web.line_charts import Chart, ChartLine, Column, line_chart
from scoring.web.numbers import decimal_separator, from_thousandths

MOST_MARKS = 5  # on one line


@dataclass(frozen=True, slots=True)
class SampledValues:
    """Players' values after each of some days, in thousandths; None before a player's first."""

    days: tuple[date, ...]
    values: Mapping[int, tuple[int | None, ...]]


def race(
    season: Season, game: str, last_day: date | None, names: Mapping[int, str]
) -> Chart | None:
    """Draw the race of these players, the first in the standings first; None before the first day.

    `names` maps players to what the reader may call them."""
    if last_day is None or not names:
        return None
    sampled = sampled_values(season, game, last_day, list(names))
    if not sampled.days:
        return None
    courses = [
        ChartLine(name, place, sampled.values[player])
        for place, (player, name) in enumerate(names.items(), 1)
    ]
    columns = [
        Column(date_format(day, "SHORT_DATE_FORMAT"), day.toordinal()) for day in sampled.days
    ]
    # A total grows from nothing on the day before; an average begins with the first play.
    is_average = season.rules.aggregate == Aggregate.AVERAGE
    return line_chart(
        courses,
        columns,
        start=None if is_average else columns[0].position - 1,
        most_marks=MOST_MARKS,
        write=partial(from_thousandths, separator=decimal_separator()),
    )


def sampled_values(
    season: Season, game: str, last_day: date, players: Sequence[int]
) -> SampledValues:
    """Return the values after the last day that was played in each part of the season."""
    gains: dict[int, dict[int, queries.Gain]] = defaultdict(dict)
    days: dict[int, date] = {}
    for gain in queries.gains(season, game, players, last_day):
        days[gain.part] = max(gain.last_day, days.get(gain.part, gain.last_day))
        gains[gain.player][gain.part] = gain
    parts = sorted(days)
    values = {player: _values(season.rules, gains[player], parts) for player in players}
    return SampledValues(tuple([days[part] for part in parts]), values)


def _values(
    rules: Rules, gains: Mapping[int, queries.Gain], parts: Sequence[int]
) -> tuple[int | None, ...]:
    values: list[int | None] = []
    plays = total = 0
    for part in parts:
        if part in gains:
            plays, total = plays + gains[part].plays, total + gains[part].gained
        has_begun = plays or rules.aggregate != Aggregate.AVERAGE
        values.append(thousandths(rules, total, plays) if has_begun else None)
    return tuple(values)
