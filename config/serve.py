"""Run a server with a worker beside it: `python -m config.serve gunicorn --config …`

This process becomes the server, so stopping it stops the server. A child starts `manage.py work`,
restarts it when it ends, and ends it when the server has ended, for whatever reason. Imports no
Django: the child lives as long as the site and should cost little.
"""

import os
import signal
import subprocess
import sys
import time

WORK = (sys.executable, "manage.py", "work", "--with-parent")
PAUSE = 0.5  # seconds between two looks at server and worker
PATIENCE = 15  # seconds for the worker to finish what it does
SHORT_LIFE = 10  # seconds: a worker that ends sooner is started again only after this time


def main() -> None:
    server = os.getpid()
    if os.fork() == 0:
        keep_worker(server)
    else:
        os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 (what the Makefile names)


def keep_worker(server: int) -> None:
    """Keep one worker running for as long as the process of this number is our parent."""
    asked_to_stop: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda received, _frame: asked_to_stop.append(received))

    def goes_on() -> bool:
        return not asked_to_stop and os.getppid() == server

    while goes_on():
        started = time.monotonic()
        worker = subprocess.Popen(WORK)  # noqa: S603 (no words of others)
        while goes_on() and worker.poll() is None:
            time.sleep(PAUSE)
        if goes_on():
            sys.stderr.write(f"The worker ended ({worker.returncode}); another one starts.\n")
        else:
            _end(worker)
        while goes_on() and time.monotonic() < started + SHORT_LIFE:
            time.sleep(PAUSE)


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.terminate()
    try:
        worker.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        worker.kill()  # what it was doing, the next one does again


if __name__ == "__main__":
    main()
