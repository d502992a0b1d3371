"""What the worker does, to look at: for superusers."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from scoring.models import OutgoingMail


class ReadOnlyAdmin(admin.ModelAdmin):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(OutgoingMail)
class OutgoingMailAdmin(ReadOnlyAdmin):
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
