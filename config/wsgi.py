"""The WSGI application, for gunicorn."""

import logging
import os

from django.core.checks import WARNING, run_checks
from django.core.wsgi import get_wsgi_application

from scoring.web.request_body import hide_other_charsets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = hide_other_charsets(get_wsgi_application())

# Nobody may have seen what `migrate` printed about the settings, so the log has it too.
for problem in run_checks(tags=["installation"], include_deployment_checks=True):
    if problem.level >= WARNING:
        logging.getLogger("scoring").warning("%s %s", problem.msg, problem.hint or "")
