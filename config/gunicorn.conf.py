"""How `make run` serves; HOST, PORT and WEB_CONCURRENCY come from the environment."""

import os
from pathlib import Path

from config.metrics_folder import use_metrics_folder

use_metrics_folder(Path(os.environ.get("VAR_DIR", "var")))
bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
preload_app = True  # a second start answers sooner, and workers share memory
control_socket_disable = True  # it would be written to the home directory
timeout = 300  # seconds: a large group’s archive takes longer to send than the usual half minute
wsgi_app = "config.wsgi:application"
