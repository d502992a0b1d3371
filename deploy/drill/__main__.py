"""`make drill`: start the cluster, play on it while things go wrong, print what that cost.

The exit code is 1 if a target was missed."""

import os
import sys
import time

import django

from deploy.cluster import lifecycle
from deploy.cluster.configuration import site_environment
from deploy.cluster.layout import UnusableFolder, default_folder, open_layout
from deploy.cluster.lifecycle import NotReady
from deploy.cluster.packages import MissingPackages


def main() -> int:
    began = time.monotonic()
    folder = default_folder()
    try:
        layout = open_layout(folder)
        lifecycle.start(layout, say=print)
    except (MissingPackages, NotReady, UnusableFolder) as problem:
        print(problem, file=sys.stderr)
        return 1
    try:
        os.environ |= site_environment(layout, "web-1")
        os.environ["DATABASE_URL"] = layout.multi_host_database
        django.setup()
        from deploy.drill.program import STEPS, Drill
        from deploy.drill.report import table

        drill = Drill(layout)
        rows = []
        for step in STEPS:
            print(f"{step.name} …", flush=True)
            rows.append(drill.play(step))
        drill.end()
    finally:
        lifecycle.stop(folder)
    print(table(rows))
    for sentence in (sentence for row in rows for sentence in row.evening.torn):
        print(sentence)
    print(f"{time.monotonic() - began:.0f} seconds")
    return int(any(row.missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
