"""Configure gunicorn for `make run`; HOST, PORT and WEB_CONCURRENCY come from the environment."""

import gc
import os
from pathlib import Path

from gunicorn.arbiter import Arbiter
from gunicorn.http.message import Request
from gunicorn.workers.base import Worker

from config.private_folder import make_private
from config.server_folder import use_server_folder

use_server_folder(make_private(Path(os.environ.get("VAR_DIR", "var"))))

wsgi_app = "config.wsgi:application"
logger_class = "config.gunicorn_log.ServerLog"
HOST, PORT = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT", "8000"))
bind = f"{HOST}:{PORT}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
umask = 0o077  # nobody else reads what the site writes
preload_app = True  # a second start answers sooner, and workers share memory
control_socket_disable = True  # it would be written to the home directory

# A thread waits for each client that sends its request slowly, takes its download slowly, or waits
# for a lock: sixty of these, all at one worker, leave a few threads to quick clients. A thread that
# nobody needs is never started.
worker_class = "config.gunicorn_worker.Worker"
threads = 64
# Of each worker, with those that wait for their next request; each is an open file.
worker_connections = 600
# Seconds that a connection waits for its next request: longer than a phone waits between two polls,
# so that it does not reconnect each time.
keepalive = 5
# After so many requests a client reconnects. Of idle workers the same one always wakes first and
# takes all connections; among busy ones, the one with the least to do is quicker.
REQUESTS_OF_A_CONNECTION = 20
# A worker of which nothing was heard for so long is replaced. One slow request is no reason: other
# threads continue.
timeout = 30
graceful_timeout = 30  # to end downloads and taps when the server is stopped

# Read by the settings. A tap gives up on a lock before its phone gives up on the tap (8 seconds).
os.environ.setdefault("DATABASE_LOCK_TIMEOUT", "5")
# The threads of a worker share connections, or they would need more than PostgreSQL has (100).
os.environ.setdefault("DATABASE_POOL", "20")


def pre_fork(server: Arbiter, worker: Worker) -> None:  # noqa: ARG001 (gunicorn's signature)
    """Leave what was imported out of every later search for garbage; workers share its memory."""
    gc.collect()
    gc.freeze()


def pre_request(worker: Worker, req: Request) -> None:  # noqa: ARG001
    """End a connection with the answer to the last of its requests, which says so."""
    if req.req_number >= REQUESTS_OF_A_CONNECTION:
        req.force_close()
