"""Read-only lists of the worker's jobs and emails, for superusers."""

from django.contrib import admin

from scoring.admin.base import ReadOnly
from scoring.models import OutgoingMail


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnly, admin.ModelAdmin):
    """Show when mail goes out and what hinders it, and not what it says: that may be secret."""

    exclude = ("content", "message_id")
    list_display = (
        "recipients",
        "subject",
        "sent_at",
        "failed_at",
        "attempts",
        "due_at",
        "problem",
    )
    list_filter = (
        ("failed_at", admin.EmptyFieldListFilter),
        ("sent_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("recipients",)
    ordering = ("-pk",)
