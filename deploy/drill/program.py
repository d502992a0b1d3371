"""The steps of a drill, in order, each with people playing."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.db import connection
from django.utils import timezone

from deploy.cluster.layout import Layout
from deploy.cluster.lifecycle import NotReady
from deploy.drill import accounts, faults, linting
from deploy.drill.backups import back_up_and_restore
from deploy.drill.browser import Unanswered
from deploy.drill.check import compare
from deploy.drill.ledger import Evening, Ledger
from deploy.drill.phones import Host, Stage
from deploy.drill.report import Missed, NotPlayed, Row, Target
from deploy.drill.slow_clients import poll_beside_slow_clients

HOSTS = 6


@dataclass(frozen=True, kw_only=True)
class Step:
    """Something that happens while people play, for so many seconds or longer.

    `act` may return a sentence or a figure to print."""

    name: str
    target: Target
    act: Callable[[Layout], str | None]
    seconds: float = 4


def check_configuration(_layout: Layout) -> None:
    if complaints := linting.complaints():
        raise Missed("; ".join(complaints))


ONCE, TWICE, ANY_NUMBER = Target(most_tries=1), Target(most_tries=2), Target()
STEPS = (
    Step(name="nothing happens", target=ONCE, act=check_configuration),
    Step(name="web node killed", target=TWICE, act=faults.kill_web_node),
    Step(name="pooler killed", target=TWICE, act=faults.kill_pooler),
    Step(name="cache killed", target=ONCE, act=faults.kill_cache),
    Step(name="primary killed", target=Target(outage=15), act=faults.kill_primary),
    Step(name="disk of the primary full", target=ANY_NUMBER, act=faults.fill_disk),
    Step(name="upgraded", target=ONCE, act=faults.upgrade),
    Step(name="backed up and restored", target=ONCE, act=back_up_and_restore),
    Step(name="two web nodes", target=ONCE, act=accounts.use_both_web_nodes),
    Step(name="two downloads", target=ANY_NUMBER, act=accounts.download_both_groups),
    Step(name="slow clients", target=ANY_NUMBER, act=poll_beside_slow_clients),
)


@dataclass
class Drill:
    """Phones that play on a cluster, step by step; between the steps they rest."""

    layout: Layout
    began_at: datetime = field(default_factory=timezone.now)
    stage: Stage = field(init=False)
    hosts: list[Host] = field(init=False)

    def __post_init__(self) -> None:
        self.stage = Stage(self.layout.site, Ledger())
        self.hosts = [Host(self.stage, number) for number in range(1, HOSTS + 1)]
        for host in self.hosts:
            host.start()

    def play(self, step: Step) -> Row:
        """Play for the time of the step while it happens; then compare with the database."""
        ledger = self.stage.ledger
        taps_before, torn_before = len(ledger.taps), len(ledger.torn)
        began_at, note, not_played, problems = time.monotonic(), "", "", []
        self.stage.playing.set()
        try:
            time.sleep(step.seconds / 2)
            note = step.act(self.layout) or ""
        except NotPlayed as reason:
            not_played = str(reason)
        except (NotReady, Missed, Unanswered) as problem:
            problems.append(str(problem))
        time.sleep(step.seconds / 2)
        ended_at = time.monotonic()
        self._rest()
        connection.close()  # it may be to a database that was killed
        evening = Evening(
            taps=tuple(ledger.taps[taps_before:]),
            torn=tuple(ledger.torn[torn_before:]),
            began_at=began_at,
            ended_at=ended_at,
        )
        return Row(
            step=step.name,
            evening=evening,
            difference=compare(ledger.taps, since=self.began_at),
            target=step.target,
            note=note,
            not_played=not_played,
            problems=tuple(problems),
        )

    def _rest(self) -> None:
        """Wait until every phone has its answer, or has given up."""
        self.stage.playing.clear()
        for host in self.hosts:
            host.idle.wait()

    def end(self) -> None:
        self.stage.ended.set()
        for host in self.hosts:
            host.join()
