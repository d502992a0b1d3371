"""The table that a drill prints, and whether each step met its target."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from deploy.drill.check import Difference
from deploy.drill.ledger import Evening


class Missed(Exception):
    """A step found what it must not find; the message says what."""


class NotPlayed(Exception):
    """A step cannot be played on this machine; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """The limits of a step, beside those of all steps: nothing lost, doubled, torn or refused.

    `most_tries`: how often a phone had to send a tap; None where it is measured by `outage`, the
    seconds without any accepted tap."""

    most_tries: int | None = None
    outage: float | None = None


@dataclass(frozen=True, kw_only=True)
class Row:
    """One step of the drill: what phones sent, with its outcome, and what else went wrong."""

    step: str
    evening: Evening
    difference: Difference
    target: Target
    note: str = ""  # a figure that the step measured
    not_played: str = ""  # why nothing happened, if nothing did: no target was put to the test
    problems: tuple[str, ...] = ()

    @property
    def missed(self) -> tuple[str, ...]:
        """Say each target that was missed."""
        evening, target = self.evening, self.target
        tries, outage = evening.most_tries, evening.outage
        missed = {
            f"{self.difference.lost} lost": self.difference.lost,
            f"{self.difference.doubled} doubled": self.difference.doubled,
            f"{len(evening.torn)} torn": evening.torn,
            f"{len(evening.refused)} refused": evening.refused,
            f"{len(evening.unanswered)} never answered": evening.unanswered,
            f"{tries} tries": target.most_tries is not None and tries > target.most_tries,
            f"{outage:.1f} s down": target.outage is not None and outage > target.outage,
        }
        return (*(sentence for sentence, is_missed in missed.items() if is_missed), *self.problems)


HEADERS = (
    "step", "seconds", "sent", "accepted", "lost", "doubled", "torn", "tries", "outage", "verdict",
)  # fmt: skip


def table(rows: list[Row]) -> str:
    """Return the rows as text, a column as wide as its widest cell."""
    lines = [HEADERS, *(cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADERS))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column in {0, len(HEADERS) - 1} else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def details(row: Row) -> Iterator[str]:
    """Yield what helps to find out why a step missed its target."""
    if row.missed:
        yield from (f"{row.step}: {sentence}" for sentence in row.evening.torn)
        errors = Counter(error for tap in row.evening.taps for error in tap.errors)
        errors += Counter(f"refused with {tap.status}" for tap in row.evening.refused)
        yield from (f"{row.step}: {number} times {error}" for error, number in errors.items())


def cells(row: Row) -> tuple[str, ...]:
    evening = row.evening
    return (
        row.step,
        f"{evening.ended_at - evening.began_at:.0f}",
        str(len(evening.taps)),
        str(len(evening.accepted)),
        str(row.difference.lost),
        str(row.difference.doubled),
        str(len(evening.torn)),
        str(evening.most_tries),
        f"{evening.outage:.1f}",
        _verdict(row),
    )


def _verdict(row: Row) -> str:
    if row.missed:
        return f"MISSED: {', '.join(row.missed)}"
    if row.not_played:
        return f"not played: {row.not_played}"
    return f"met: {row.note}" if row.note else "met"
