#!/usr/bin/env python
"""Django's command line."""

import os
import sys

from django.core.management import execute_from_command_line

WITHOUT_DATABASE = {"score", "schema"}  # they start three times as fast without the models

if __name__ == "__main__":
    settings = "document_settings" if {*sys.argv[1:2]} & WITHOUT_DATABASE else "settings"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", f"config.{settings}")
    execute_from_command_line(sys.argv)
