"""Make an example group, to look at and to measure with."""

import sys
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from tqdm import tqdm

from scoring.groups.groups import delete_group
from scoring.models import Group
from scoring.upkeep.demo import LEAST_PEOPLE, NAMES, Demo, Plan
from scoring.web.links import link_in_mail


class Command(BaseCommand):
    help = "Create a public group with a league and sessions; equal seeds give equal groups."

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = Plan(today=date.min)
        parser.add_argument("--sessions", type=int, default=usual.sessions, metavar="N")
        parser.add_argument("--seed", type=int, default=usual.seed, metavar="S")
        parser.add_argument("--group", default=usual.slug, metavar="SLUG")
        parser.add_argument("--players", type=int, metavar="N", help="18, or 50 of very many")
        parser.add_argument("--seasons", type=int, default=usual.seasons, metavar="N")
        parser.add_argument("--today", type=date.fromisoformat, metavar="DAY")
        parser.add_argument(
            "--replace", action="store_true", help="delete the existing group first"
        )

    def handle(self, *, verbosity: int, **options: Any) -> None:
        plan = Plan(
            today=options["today"] or timezone.localdate(),
            slug=options["group"],
            sessions=options["sessions"],
            seed=options["seed"],
            people=options["players"],
            seasons=options["seasons"],
        )
        _check(plan)
        if existing := Group.objects.filter(slug=plan.slug).first():
            if not options["replace"]:
                message = _("There is already a group at “%(slug)s”; --replace removes it.")
                raise CommandError(message % {"slug": plan.slug})
            delete_group(group=existing)
        if unfinished := Group.objects.filter(slug=plan.unfinished_slug).first():
            delete_group(group=unfinished)  # of somebody who was stopped half-way
        demo = Demo(plan)
        demo.create_group()
        quiet = None if verbosity and sys.stderr else True  # None: quiet where it is no terminal
        with tqdm(total=plan.sessions, disable=quiet, desc=plan.slug, leave=False) as progress:
            for number in demo.play():
                progress.update(number)
        demo.finish()
        if verbosity:
            link = link_in_mail(reverse("group", args=[plan.slug]))
            self.stdout.write(f"{plan.sessions} sessions of {demo.group}: {link}")


def _check(plan: Plan) -> None:
    if plan.sessions < 1 or plan.seasons < 1:
        raise CommandError(_("Give at least one session and one season."))
    if not LEAST_PEOPLE <= len(plan.names) <= len(NAMES):
        values = {"least": LEAST_PEOPLE, "most": len(NAMES)}
        raise CommandError(_("Give from %(least)s to %(most)s players.") % values)
