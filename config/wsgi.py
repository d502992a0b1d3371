"""The WSGI application, for gunicorn."""

import logging
import os

from django.core.checks import WARNING, run_checks
from django.core.wsgi import get_wsgi_application
from django.urls import resolve

from scoring.web.request_body import hide_other_charsets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = hide_other_charsets(get_wsgi_application())

# Import all views now: the processes of a server then share their memory, and the first request of
# each does not wait for them.
resolve("/")

# Nobody may have seen what `migrate` printed about the settings, so the log has it too.
for problem in run_checks(tags=["installation"], include_deployment_checks=True):
    if problem.level >= WARNING:
        logging.getLogger("scoring").warning("%s %s", problem.msg, problem.hint or "")
