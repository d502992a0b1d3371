"""Run the processes of a site as one: `python -m config.serve all`, `web`, `work` or `dev`.

`all` and `dev` prepare the site first. A process that ends is started again, and all of them end
with this one. As the first process of a container it also collects those that others left behind;
any other words are a command that it becomes. Imports no Django: it lives as long as the site and
should cost little.
"""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path

Command = tuple[str, ...]
MANAGE = (sys.executable, "manage.py")
PREPARE = (*MANAGE, "prepare")
WORK = (*MANAGE, "work")
SERVER = (sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.conf.py")
ADDRESS = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
PROCESSES = {
    "all": (SERVER, WORK),
    "web": (SERVER,),
    "work": (WORK,),
    "dev": ((*MANAGE, "runserver", ADDRESS), WORK),
}
PREPARED = {"all", "dev"}
PAUSE = 0.2  # seconds between two looks
SHORT_LIFE = 10  # seconds: a process that ends sooner could not start
PATIENCE = 35  # seconds for all to finish what they do; gunicorn gives its requests 30
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux


def main(words: list[str]) -> int:
    make_temporary_folder()
    name = words[0] if words else "all"
    if name not in PROCESSES:
        os.execvp(name, words)  # noqa: S606 (what the operator typed)
    asked_to_stop: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _frame: asked_to_stop.append(received))
    if name in PREPARED:
        failed = finish(PREPARE, asked_to_stop)
        if failed or asked_to_stop:
            return failed
    return keep(PROCESSES[name], asked_to_stop)


def make_temporary_folder() -> None:
    """Make the folder that TMPDIR names: in a container, only the volume can be written to."""
    if folder := os.environ.get("TMPDIR"):
        Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)


def finish(command: Command, asked_to_stop: list[int]) -> int:
    """Run a process to its end, or until asked to stop; return its exit code."""
    running = start(command)
    while not asked_to_stop:
        ended, status = collect()
        if ended == running:
            return os.waitstatus_to_exitcode(status)
    stop([running])
    return 0


def keep(commands: Sequence[Command], asked_to_stop: list[int]) -> int:
    """Keep all processes running until asked to stop, or until the first of them cannot start."""
    running: dict[int, Command] = {}
    started: dict[Command, float] = {}
    while not asked_to_stop:
        for command in commands:
            age = time.monotonic() - started.get(command, -SHORT_LIFE)
            if command not in running.values() and age >= SHORT_LIFE:
                started[command] = time.monotonic()
                running[start(command)] = command
        ended, status = collect()
        if ended in running and not asked_to_stop:
            command, code = running.pop(ended), os.waitstatus_to_exitcode(status)
            if command == commands[0] and time.monotonic() - started[command] < SHORT_LIFE:
                stop(list(running))
                return code if code > 0 else 1
            sys.stderr.write(f"{' '.join(command[1:3])} ended ({code}); it is started again.\n")
    stop(list(running))
    return 0


def start(command: Command) -> int:
    """Start a process that the system stops when this one is killed; only Linux can."""
    pid = os.fork()
    if pid == 0:
        if prctl := getattr(ctypes.CDLL(None), "prctl", None):
            prctl(DIE_WITH_PARENT, signal.SIGTERM)
        os.execv(command[0], command)  # noqa: S606 (no words of others)
    return pid


def collect() -> tuple[int, int]:
    """Return a process that has ended, with its status; wait for a moment if there is none."""
    try:
        ended, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:  # all have ended, and none is started yet
        ended, status = 0, 0
    if not ended:
        time.sleep(PAUSE)
    return ended, status


def stop(running: list[int]) -> None:
    """Ask processes to finish; end those that take too long."""
    for pid in running:
        os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + PATIENCE
    while running and time.monotonic() < deadline:
        ended, _status = collect()
        running = [pid for pid in running if pid != ended]
    for pid in running:
        os.kill(pid, signal.SIGKILL)  # what it was doing is done again


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
