"""gunicorn's log in the format of the site's."""

import logging
from typing import Any

from gunicorn.glogging import Logger


class ServerLog(Logger):
    def setup(self, cfg: Any) -> None:
        """Hand records to the site's handlers once it has set them up.

        gunicorn would add its own again at each reload, and write every line twice."""
        super().setup(cfg)
        if logging.getLogger().handlers:
            self.error_log.handlers.clear()
            self.error_log.propagate = True
