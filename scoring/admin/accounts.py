"""Accounts in the admin: Django's page, with fields that a screen reader names."""

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.accounts.deletion import (
    CannotDelete,
    delete_accounts,
    groups_left_without_owner,
    leaves_no_superuser,
)

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):
    readonly_fields: ClassVar = ("last_login", "date_joined")
    filter_horizontal: ClassVar = ()  # its search boxes have icons that are named and may not be

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[Any], dict[Any, int], set[str], list[str]]:
        """Name the groups that need another owner first; the page then deletes nothing."""
        to_delete, counts, perms_needed, protected = super().get_deleted_objects(objs, request)
        obstacles = [
            _(
                "The group %(group)s has no other owner. Make someone else an owner, or delete"
                " the group first."
            )
            % {"group": group.name}
            for group in groups_left_without_owner(list(objs))
        ]
        if leaves_no_superuser(list(objs)):
            obstacles.append(_("This site has no other superuser."))
        return to_delete, counts, perms_needed, [*protected, *obstacles]

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        self.delete_queryset(request, User.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete the accounts as the site does, so that they keep no key to a group."""
        try:
            delete_accounts(users=queryset, at=timezone.now())
        except CannotDelete:  # of what changed a moment ago
            raise PermissionDenied from None
