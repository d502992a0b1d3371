"""Leagues and their seasons: what a session can count for."""

from typing import Self

from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.people import NAME_LENGTH, Group


class LeagueQuerySet(models.QuerySet["League"]):
    def managed_by(self, user: User) -> Self:
        return self if user.is_superuser else self.filter(group__in=Group.objects.managed_by(user))


class League(models.Model):
    group = models.ForeignKey(Group, models.CASCADE, related_name="leagues")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("address"), max_length=NAME_LENGTH)

    objects = LeagueQuerySet.as_manager()

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        constraints = (
            models.UniqueConstraint(
                fields=("group", "slug"),
                name="scoring_one_league_of_an_address_in_a_group",
                violation_error_message=_("The group already has a league at this address."),
            ),
        )

    def __str__(self) -> str:
        return self.name


class SeasonQuerySet(models.QuerySet["Season"]):
    def managed_by(self, user: User) -> Self:
        leagues = League.objects.managed_by(user)
        return self if user.is_superuser else self.filter(league__in=leagues)


class Season(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    slug = models.SlugField(_("address"), max_length=NAME_LENGTH)

    objects = SeasonQuerySet.as_manager()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = (
            models.UniqueConstraint(
                fields=("league", "slug"),
                name="scoring_one_season_of_an_address_in_a_league",
                violation_error_message=_("The league already has a season at this address."),
            ),
        )

    def __str__(self) -> str:
        return self.name
