"""What a drill does to the cluster while people play."""

import os
import signal
import time

from deploy.cluster import lifecycle
from deploy.cluster.layout import Layout
from deploy.cluster.supervisor import Supervisor

SECONDS_TO_FAIL_OVER = 40


def kill_web_node(layout: Layout) -> None:
    """Kill a web node with all its workers; supervisor starts it again."""
    _kill(*lifecycle.processes(layout.folder, "web-1"))


def kill_pooler(layout: Layout) -> None:
    _kill(*lifecycle.processes(layout.folder, "pooler"))


def kill_cache(layout: Layout) -> None:
    """Kill the cache and keep it away for a while."""
    _kill(*lifecycle.processes(layout.folder, "cache"))
    Supervisor(layout.folder).stop("cache")
    time.sleep(5)
    Supervisor(layout.folder).start("cache")


def kill_primary(layout: Layout) -> None:
    """Kill the primary's PostgreSQL and Patroni as if its machine lost power, then start it again
    when the standby has taken over."""
    killed = lifecycle.primary(layout)
    if killed is None:
        raise lifecycle.NotReady("there is no primary to kill")
    _kill(*lifecycle.processes(layout.folder, killed))
    lifecycle.wait_until(
        lambda: lifecycle.primary(layout) not in {None, killed}, seconds=SECONDS_TO_FAIL_OVER
    )
    Supervisor(layout.folder).start(killed)
    lifecycle.wait(layout, killed, lambda: lifecycle.standby(layout) == killed)


def _kill(*pids: int) -> None:
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
