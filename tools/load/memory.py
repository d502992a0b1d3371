"""The most memory that `manage.py score` holds while it scores a file."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
# VmHWM, because the peak that getrusage tells also counts the process that started this one.
PEAK = """
import runpy, sys
sys.argv = ["manage.py", "score", sys.argv[1]]
try:
    runpy.run_path("manage.py", run_name="__main__")
except SystemExit:
    pass
print(open("/proc/self/status").read(), file=sys.stderr)
"""


def peak_megabytes(file: Path) -> float:
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(file)],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.document_settings"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    peak = re.search(r"VmHWM:\s+(\d+) kB", done.stderr)
    if peak is None:
        raise RuntimeError("this system does not tell a process's peak memory")
    return int(peak[1]) / 1024


def growth_megabytes(lines: list[str], folder: Path, few: int, many: int) -> float:
    """Return how much more memory `many` lines need than `few`."""
    peaks = []
    for number in (few, many):
        file = folder / f"{number}.ndjson"
        with file.open("w") as out:
            for at in range(number):
                print(lines[at % len(lines)], file=out)
        peaks.append(peak_megabytes(file))
    return peaks[1] - peaks[0]
