"""A club whose phones share one address: 30 tables, 450 phones, and nobody is refused."""

import asyncio
from collections import Counter
from pathlib import Path

from tests.serving import prepared_environment, running
from tools.load.phones import phones
from tools.load.town import EXPECTED, come_together

TABLES, WATCHERS = 30, 14
ROUNDS = 3


async def _evening(address: str) -> Counter[str]:
    """Open tables, join them by their codes, and let all phones tap or poll at once, repeatedly.

    Return how often each of both was answered as it should be."""
    answered: Counter[str] = Counter()
    async with phones(address, TABLES * (1 + WATCHERS)) as people:
        habits = await come_together(people, WATCHERS)
        for _ in range(ROUNDS):
            answers = await asyncio.gather(*(habit.act() for habit in habits))
            for habit, answer in zip(habits, answers, strict=True):
                answered[habit.what] += answer.status in EXPECTED[habit.what]
    return answered


def test_nobody_of_450_phones_with_one_address_is_refused(tmp_path: Path) -> None:
    with running(prepared_environment(tmp_path / "club"), "config.settings") as address:
        answered = asyncio.run(_evening(address))
    assert answered == {"tap": ROUNDS * TABLES, "poll": ROUNDS * TABLES * WATCHERS}
