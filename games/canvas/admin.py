from django.contrib import admin

from games.canvas.models import ArtCard, ArtIcon, RibbonPoints, ScoringCard


class RibbonPointsInline(admin.TabularInline):
    model = RibbonPoints
    extra = 0
    max_num = 5
    ordering = ("ribbons",)


@admin.register(ScoringCard)
class ScoringCardAdmin(admin.ModelAdmin):
    list_display = ("name", "edition", "condition")
    list_filter = ("edition", "condition")
    search_fields = ("name",)
    ordering = ("edition", "name")
    inlines = (RibbonPointsInline,)


class ArtIconInline(admin.TabularInline):
    model = ArtIcon
    extra = 0
    max_num = 10
    ordering = ("slot", "icon")


@admin.register(ArtCard)
class ArtCardAdmin(admin.ModelAdmin):
    list_display = ("name", "side")
    list_filter = ("side",)
    search_fields = ("name",)
    ordering = ("name",)
    inlines = (ArtIconInline,)
