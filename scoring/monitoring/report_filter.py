"""Leave secrets out of error pages in development, and of error reports."""

import re

from django.views.debug import SafeExceptionReporterFilter


class ReporterFilter(SafeExceptionReporterFilter):
    """Hide the settings that contain addresses with passwords, too."""

    hidden_settings = re.compile(
        f"{SafeExceptionReporterFilter.hidden_settings.pattern}|URL|DSN|^MAIL$|^CACHES$|LOCATION",
        re.IGNORECASE,
    )
