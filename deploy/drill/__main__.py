"""`make drill`: start a cluster, play on it while things go wrong, print what that cost.

SHORT=1 plays every step once. The exit code is 1 if a target was missed."""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

from deploy.cluster import lifecycle
from deploy.cluster.configuration import site_environment
from deploy.cluster.layout import Layout, UnusableFolder, default_folder, open_layout
from deploy.cluster.lifecycle import NotReady
from deploy.cluster.packages import FOR_DRILLS, MissingPackages, installed_programs
from deploy.drill import disks

ROUNDS = 3  # of every step, where SHORT is not set


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="deploy.drill", description=__doc__)
    parser.add_argument("--only", default="", help="a part of the names of the steps to play")
    only = parser.parse_args(arguments).only
    began = time.monotonic()
    try:
        installed_programs(FOR_DRILLS)
        with new_cluster() as layout:
            missed = play(layout, only)
    except (MissingPackages, NotReady, UnusableFolder) as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{time.monotonic() - began:.0f} seconds")
    if not missed:
        shutil.rmtree(layout.folder)
    return int(missed)


@contextmanager
def new_cluster() -> Iterator[Layout]:
    """Start a cluster in a folder of its own; stop it afterwards, and leave its logs."""
    folder = default_folder("drill")
    stop(folder)
    shutil.rmtree(folder, ignore_errors=True)
    layout = open_layout(folder)
    try:
        if disks.can_mount():
            disks.mount(layout)
        lifecycle.start(layout, say=print)
        yield layout
    finally:
        stop(folder)


def stop(folder: Path) -> None:
    lifecycle.stop(folder)
    disks.unmount(folder)


def play(layout: Layout, only: str) -> bool:
    """Play the steps and print the table; return whether a target was missed."""
    os.environ |= site_environment(layout, "web-1")
    os.environ["DATABASE_URL"] = layout.multi_host_database
    django.setup()
    from deploy.drill.program import STEPS, Drill
    from deploy.drill.report import details, table

    drill = Drill(layout)
    rows = []
    rounds = 1 if os.environ.get("SHORT") else ROUNDS
    for step in (step for step in STEPS * rounds if only in step.name):
        print(f"{step.name} …", flush=True)
        rows.append(drill.play(step))
    drill.end()
    print(table(rows))
    for sentence in (sentence for row in rows for sentence in details(row)):
        print(sentence)
    missed = any(row.missed for row in rows)
    if missed:
        print(f"The logs are in {layout.folder}.")
    return missed


if __name__ == "__main__":
    sys.exit(main())
