"""How `make run` serves; HOST, PORT and WEB_CONCURRENCY come from the environment."""

import os
from pathlib import Path

from config.metrics_folder import use_metrics_folder

use_metrics_folder(Path(os.environ.get("VAR_DIR", "var")))

wsgi_app = "config.wsgi:application"
logger_class = "config.server_log.ServerLog"
bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
preload_app = True  # a second start answers sooner, and workers share memory
control_socket_disable = True  # it would be written to the home directory

# A thread waits for each client that sends its request slowly, takes its download slowly, or waits
# for a lock: sixty of these, all at one worker, leave a few threads to whoever is quick. A thread
# that nobody needs is never started.
worker_class = "config.worker.Worker"
threads = 64
# Of each worker, with those that wait for their next request; each is an open file.
worker_connections = 600
# How long a connection waits for its next request: longer than a phone waits between two polls, so
# that it does not connect anew each time.
keepalive = 5
# A worker of which nothing was heard for so long is replaced. One slow request is no reason: other
# threads go on.
timeout = 30
graceful_timeout = 30  # to end downloads and taps when the server is stopped

# Read by the settings. A tap gives up on a lock before its phone gives up on the tap (8 seconds).
os.environ.setdefault("DATABASE_LOCK_TIMEOUT", "5")
# The threads of a worker share connections, or they would need more than PostgreSQL has (100).
os.environ.setdefault("DATABASE_POOL", "20")
