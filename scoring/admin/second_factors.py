"""Second factors in the admin: a superuser deletes the one of somebody who lost phone and codes."""

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from scoring.admin.base import ReadOnly

admin.site.unregister(Authenticator)  # allauth's page shows the secret
admin.site.unregister(UserSession)  # where people are logged in is nobody else's business


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnly, admin.ModelAdmin):
    exclude = ("data",)
    list_display = ("user", "type", "created_at", "last_used_at")
    search_fields = ("user__username",)
    ordering = ("-pk",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(getattr(request.user, "is_superuser", False))
