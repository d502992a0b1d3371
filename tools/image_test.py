"""Start the image as on a machine at home, and play: `make image-test`, as root, with Buildah.

Its root is read-only and its user has no name, as with `--read-only --user`. Prints the size of the
image, the time of a start and the memory, and ends with 1 where one of them is over its limit."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from deploy.cluster.layout import free_ports
from deploy.drill.browser import Browser, Unanswered
from deploy.drill.phones import NEW, NEW_TABLE, REVISION

IMAGE = "scorefolio"
USER = 12_345
TURNS = 3
MOST_MEGABYTES, MOST_SECONDS, MOST_MEMORY = 150, 20.0, 350
# As the runtime of a container does, without its network: the first process has the number 1.
RUN = """
mount --bind "$ROOT" "$ROOT" && mount -o remount,ro,bind "$ROOT"
mount --bind "$VOLUME" "$ROOT/srv/var" && mount --rbind /dev "$ROOT/dev"
mount -t proc proc "$ROOT/proc"
exec chroot --userspec="$USER:$USER" "$ROOT" sh -c 'cd "$0" && exec "$@"' "$FOLDER" "$@"
"""


@dataclass(frozen=True)
class Image:
    root: Path
    environment: dict[str, str]
    entrypoint: list[str]
    folder: str

    def process(self, volume: Path, port: int, *words: str) -> "subprocess.Popen[str]":
        environment = {
            **self.environment,
            "GUNICORN_CMD_ARGS": f"--bind=127.0.0.1:{port}",
            "ROOT": str(self.root),
            "VOLUME": str(volume),
            "USER": str(USER),
            "FOLDER": self.folder,
            "PORT": str(port),
        }
        unshare = ("unshare", "--mount", "--pid", "--fork", "sh", "-c", RUN, "sh")
        return subprocess.Popen(
            [*unshare, *self.entrypoint, *words],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, volume: Path, *words: str) -> None:
        process = self.process(volume, 0, *words)
        output, _ = process.communicate()
        if process.returncode:
            raise SystemExit(output)

    @contextmanager
    def serving(self, volume: Path) -> Iterator[tuple[str, int, float]]:
        """Start the site; yield its address, its first process and the seconds that it took."""
        port, began = free_ports(("site",))["site"], time.monotonic()
        process = self.process(volume, port, "all")
        site = f"http://127.0.0.1:{port}"
        try:
            while not answers(site):
                if process.poll() is not None or time.monotonic() > began + 120:
                    process.kill()
                    raise SystemExit(process.communicate()[0])
                time.sleep(0.1)
            yield site, first_process(process), time.monotonic() - began
        finally:
            if process.poll() is None:
                os.kill(first_process(process), signal.SIGTERM)
            log = process.communicate()[0]
        if process.returncode:
            raise SystemExit(f"It ended with {process.returncode}:\n{log}")


def buildah(*words: str) -> str:
    return subprocess.run(
        ["buildah", *words], check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


@contextmanager
def mounted() -> Iterator[Image]:
    container = buildah("from", "--pull-never", IMAGE)
    try:
        config = json.loads(buildah("inspect", "--type", "image", IMAGE))["OCIv1"]["config"]
        environment = dict(entry.split("=", 1) for entry in config["Env"])
        root = Path(buildah("mount", container))
        yield Image(root, environment, config["Entrypoint"], config["WorkingDir"])
    finally:
        buildah("rm", container)


def answers(site: str) -> bool:
    with suppress(Unanswered):
        return Browser(site).get("/health/ready").status == 200
    return False


def first_process(process: "subprocess.Popen[str]") -> int:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return int(children.split()[0])


def family(pid: int) -> Iterator[int]:
    yield pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from family(int(child))


def megabytes(pid: int) -> float:
    """Return the memory of a process and its children, with its part of what they share."""
    kilobytes = 0
    for each in family(pid):
        pss = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{each}/smaps_rollup").read_text(), re.M)
        kilobytes += int(pss[1]) if pss else 0
    return kilobytes / 1024


def open_table(browser: Browser) -> str:
    browser.get(NEW)
    answer = browser.post(NEW, {**NEW_TABLE, "key": str(uuid4())})
    return f"/table/{answer.location.split('/')[2]}/"


def play(browser: Browser, table: str, turns: range) -> None:
    for at in turns:
        browser.post(f"{table}artem/turn/", {"at": at, "key": str(uuid4())})


def check_turns(browser: Browser, table: str, turns: int) -> None:
    shown = REVISION.search(browser.get(table).text)
    recorded = int(shown[1]) - 1 if shown else None  # opening it is the first revision
    if recorded != turns:
        raise SystemExit(f"{table} shows {recorded} turns instead of {turns}.")


def size() -> float:
    """Return the megabytes that are pulled: layers are compressed."""
    with tempfile.TemporaryDirectory() as folder:
        buildah("push", "--quiet", "--format", "oci", IMAGE, f"oci:{folder}/image")
        blobs = Path(folder, "image", "blobs").rglob("*")
        return sum(blob.stat().st_size for blob in blobs if blob.is_file()) / 1e6


def volume(folder: Path, name: str) -> Path:
    path = folder / name
    path.mkdir()
    path.chmod(0o1777)
    return path


def measure() -> dict[str, tuple[float, float]]:
    """Play, start again, back up, restore; return what was measured, and how much is allowed."""
    folder = Path(tempfile.mkdtemp(prefix="scorefolio-image-"))
    try:
        with mounted() as image:
            first, second = volume(folder, "first"), volume(folder, "second")
            with image.serving(first) as (site, pid, first_start):
                browser = Browser(site)
                table = open_table(browser)
                play(browser, table, range(TURNS))
                check_turns(browser, table, TURNS)
                memory = megabytes(pid)
            with image.serving(first) as (site, _pid, second_start):
                browser = browser.moved_to(site)
                check_turns(browser, table, TURNS)
                play(browser, table, range(TURNS, TURNS + 1))
                image.run(first, "python", "manage.py", "backup", "/srv/var/scores.tar.gz")
            shutil.move(first / "scores.tar.gz", second)
            os.chown(second / "scores.tar.gz", USER, USER)
            image.run(second, "python", "manage.py", "restore", "/srv/var/scores.tar.gz")
            with image.serving(second) as (site, _pid, _seconds):
                check_turns(browser.moved_to(site), table, TURNS + 1)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {
        "MB compressed": (size(), MOST_MEGABYTES),
        "s of a first start": (first_start, MOST_SECONDS),
        "s of a second start": (second_start, MOST_SECONDS),
        "MB of memory": (memory, MOST_MEMORY),
    }


def main() -> int:
    figures = measure()
    for what, (figure, most) in figures.items():
        sys.stdout.write(f"{figure:7.1f} {what}, {most} allowed\n")
    return int(any(figure > most for figure, most in figures.values()))


if __name__ == "__main__":
    sys.exit(main())
