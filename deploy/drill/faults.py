"""Break parts of the cluster while people play."""

import os
import signal
import time

import psycopg

from deploy.cluster import lifecycle
from deploy.cluster.balancer import drain, put_back
from deploy.cluster.layout import WEB_NODES, Layout
from deploy.cluster.lifecycle import NotReady
from deploy.cluster.supervisor import Supervisor
from deploy.drill import disks
from deploy.drill.report import Missed, NotPlayed

SECONDS_TO_FAIL_OVER = 40
SECONDS_TO_PROMOTE = 5
SECONDS_AWAY = 5


def kill_web_node(layout: Layout) -> None:
    """Kill a web node with all its workers; supervisor starts it again."""
    _kill(layout, "web-1")


def kill_pooler(layout: Layout) -> None:
    _kill(layout, "pooler-1")


def kill_cache(layout: Layout) -> None:
    """Kill the cache and keep it away for a while."""
    _kill(layout, "cache")
    Supervisor(layout.folder).stop("cache")
    time.sleep(SECONDS_AWAY)
    Supervisor(layout.folder).start("cache")


def kill_primary(layout: Layout) -> str:
    """Kill the primary's PostgreSQL and Patroni as if its machine lost power; start them again
    when the standby has taken over. An address that names both servers has to find that one."""
    killed = _primary(layout)
    _kill(layout, killed)
    lifecycle.wait_until(
        lambda: lifecycle.primary(layout) not in {None, killed}, seconds=SECONDS_TO_FAIL_OVER
    )
    port = layout.ports[_primary(layout)]
    leads_to_new_primary = lifecycle.wait_until(
        lambda: port_of_multi_host_address(layout) == port, seconds=SECONDS_TO_PROMOTE
    )
    _bring_back(layout, killed)
    if not leads_to_new_primary:
        raise Missed("an address with both servers did not lead to the new primary")
    return "an address with both servers leads to the new one"


def port_of_multi_host_address(layout: Layout) -> int | None:
    """Return the port of the server that an address of both leads to, if one takes writes."""
    try:
        with psycopg.connect(layout.multi_host_database) as connection:
            return connection.info.port
    except psycopg.OperationalError:
        return None


def fill_disk(layout: Layout) -> None:
    """Fill the disk of the primary, then make room again; a server that failed becomes standby.

    Raises NotPlayed."""
    filled = _primary(layout)
    if not disks.is_small(layout.folder_of(filled)):
        raise NotPlayed("only root can mount a small disk to fill")
    with disks.filled(layout.folder_of(filled)):
        time.sleep(SECONDS_AWAY)
    _bring_back(layout, filled)


def upgrade(layout: Layout) -> None:
    """Take one web node after the other out of the balancer, prepare and restart it."""
    supervisor = Supervisor(layout.folder)
    for node in WEB_NODES:
        drain(layout, node)
        supervisor.stop(node)
        lifecycle.manage(layout, node, "prepare", "--verbosity", "0")
        supervisor.start(node)
        lifecycle.wait_for_web_node(layout, node)
        put_back(layout, node)


def _primary(layout: Layout) -> str:
    name = lifecycle.primary(layout)
    if name is None:
        raise NotReady("there is no primary")
    return name


def _bring_back(layout: Layout, database: str) -> None:
    """Start a database server if it does not run, and wait until there are two again."""
    Supervisor(layout.folder).start(database)
    lifecycle.wait(layout, database, lambda: lifecycle.standby(layout) is not None)


def _kill(layout: Layout, service: str) -> None:
    for pid in lifecycle.processes(layout.folder, service):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
