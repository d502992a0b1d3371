"""Accounts in the admin: Django's page, with fields that a screen reader names."""

from typing import ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):
    readonly_fields: ClassVar = ("last_login", "date_joined")
    filter_horizontal: ClassVar = ()  # its search boxes have icons that are named and may not be
