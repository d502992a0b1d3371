"""`make cluster` and `make cluster-stop`: `python -m deploy.cluster start|stop`."""

import argparse
import sys

from deploy.cluster import lifecycle
from deploy.cluster.layout import UnusableFolder, default_folder, open_layout
from deploy.cluster.lifecycle import NotReady
from deploy.cluster.packages import MissingPackages


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="deploy.cluster", description=__doc__)
    parser.add_argument("verb", choices=("start", "stop"))
    verb = parser.parse_args(arguments).verb
    folder = default_folder()
    if verb == "stop":
        ran = lifecycle.stop(folder)
        print("The cluster is stopped." if ran else "No cluster runs in this folder.", folder)
        return 0
    try:
        layout = open_layout(folder)
        lifecycle.start(layout, say=print)
    except (MissingPackages, NotReady, UnusableFolder) as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"The cluster runs: {layout.site}")
    print(f"Its files and logs are in {folder}; `make cluster-stop` stops it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
