"""`make drill`: start the cluster, play on it while things go wrong, print what that cost.

The exit code is 1 if a target was missed."""

import os
import shutil
import sys
import time
from pathlib import Path

import django

from deploy.cluster import lifecycle
from deploy.cluster.configuration import site_environment
from deploy.cluster.layout import UnusableFolder, default_folder, open_layout
from deploy.cluster.lifecycle import NotReady
from deploy.cluster.packages import MissingPackages
from deploy.drill import disks


def main() -> int:
    began = time.monotonic()
    folder = default_folder("drill")
    remove(folder)
    try:
        layout = open_layout(folder)
        if disks.can_mount():
            disks.mount(layout)
        lifecycle.start(layout, say=print)
    except (MissingPackages, NotReady, UnusableFolder) as problem:
        print(problem, file=sys.stderr)
        return 1
    try:
        os.environ |= site_environment(layout, "web-1")
        os.environ["DATABASE_URL"] = layout.multi_host_database
        django.setup()
        from deploy.drill.program import STEPS, Drill
        from deploy.drill.report import details, table

        drill = Drill(layout)
        rows = []
        only = os.environ.get("ONLY", "")  # a part of the names of steps, to look at those alone
        for step in (step for step in STEPS if only in step.name):
            print(f"{step.name} …", flush=True)
            rows.append(drill.play(step))
        drill.end()
    finally:
        remove(folder)
    print(table(rows))
    for sentence in (sentence for row in rows for sentence in details(row)):
        print(sentence)
    print(f"{time.monotonic() - began:.0f} seconds")
    return int(any(row.missed for row in rows))


def remove(folder: Path) -> None:
    """Stop what runs in the folder of the drill, and delete it."""
    lifecycle.stop(folder)
    disks.unmount(folder)
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
