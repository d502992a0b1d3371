"""The recorded rows of sessions: on a session's page, and as lists to filter.

All of it is read-only: it is entered and corrected on score sheets."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.admin.base import ManagedAdmin, ReadOnly, ReadOnlyInline, signed_in_user
from scoring.contract import Game
from scoring.models import Group, Session
from scoring.models.rows import Table
from scoring.registry import installed_games

# What a game shows on a session's page besides its rows: see SHOWN.
SHOWN: dict[str, tuple[type[admin.TabularInline], ...]] = {}


def row_inlines(game: Game[Any]) -> list[type[admin.TabularInline]]:
    """Return the inlines of a game's rows, and of what it shows besides."""
    own = [_inline(table) for table in game.store.tables]
    return [*own, *SHOWN.get(game.slug, ())]


class RowsInline(ReadOnlyInline):
    """The rows of one database table that a session has."""

    table: Table

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.select_related("session", *_seats(self.table)).order_by(*self.table.key, "pk")


def _inline(table: Table) -> type[admin.TabularInline]:
    attributes = {"model": table.model, "fields": _fields(table), "table": table}
    return type(f"{table.model.__name__}Inline", (RowsInline,), attributes)


def _fields(table: Table) -> tuple[str, ...]:
    return tuple([name.removesuffix("_id") for name in table.names])


def _seats(table: Table) -> list[str]:
    return [name.removesuffix("_id") for name in table.names if name.endswith("_id")]


class RowsAdmin(ReadOnly, ManagedAdmin):
    """A list of the rows of one database table, of the sessions that the reader manages."""

    table: Table
    list_per_page = 50
    show_full_result_count = False
    list_display_links = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        managed = Session.objects.managed_by(signed_in_user(request))
        rows: QuerySet[Any] = self.model._default_manager.filter(session__in=managed)
        return rows.select_related("session__group", *_seats(self.table)).order_by("-pk")

    @admin.display(description=_("session"))
    def of_session(self, row: Any) -> str:
        return str(row.session)

    def group_of(self, obj: Any) -> Group | None:
        group: Group | None = obj.session.group
        return group


def register_rows() -> None:
    """Add a list for each table of each game to the admin."""
    for game in installed_games().values():
        for table in game.store.tables:
            attributes = {
                "table": table,
                "list_display": ("of_session", *_fields(table)),
                "list_filter": (
                    "session__played_on",
                    ("session__group", admin.RelatedOnlyFieldListFilter),
                ),
            }
            page = type(f"{table.model.__name__}RowsAdmin", (RowsAdmin,), attributes)
            admin.site.register(table.model, page)
