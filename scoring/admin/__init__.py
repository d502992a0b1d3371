"""The admin, for who runs the site and for staff who own groups."""

from django.contrib import admin, auth
from django.utils.translation import gettext_lazy as _

from scoring.admin import accounts, background, leagues, people, second_factors, sessions
from scoring.admin.recorded_rows import register_rows

__all__ = ["accounts", "background", "leagues", "people", "second_factors", "sessions"]

admin.site.site_header = admin.site.site_title = "Scorefolio"
admin.site.index_title = _("Look up and correct")
admin.site.unregister(auth.models.Group)  # ours are the groups that play
register_rows()
