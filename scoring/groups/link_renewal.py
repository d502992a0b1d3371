"""Replace the links and codes of a group, so that former members cannot use what they read."""

from datetime import datetime

from django.db.models import F

from scoring.models import Calendar, Evening, Group
from scoring.models.evenings.evenings import new_evening_link
from scoring.models.people import new_group_token
from scoring.models.transactions import write_transaction


@write_transaction()
def renew_link(*, group: Group, token: str) -> None:
    """Replace the key in the group's link: anyone who followed the old one is out."""
    Group.objects.filter(pk=group.pk).update(link_token=token)


def renew_links(group: Group, at: datetime) -> None:
    """Replace the links of a locked group, of its calendar and of evenings that are not over.

    The calendar lists the links of all evenings. Guests of an evening get its new link with the
    mail before it, which is written again if it was sent already."""
    renew_link(group=group, token=new_group_token())
    calendar = Calendar.objects.filter(group=group)
    calendar.update(token=new_evening_link(), renewed_at=at)
    evenings = list(Evening.objects.of_group(group).upcoming(at))
    for evening in evenings:
        evening.link, evening.link_renewed_at = new_evening_link(), at
        evening.announced_at, evening.changed_at = None, at
        evening.sequence = F("sequence") + 1
    changed = ["link", "link_renewed_at", "announced_at", "changed_at", "sequence"]
    Evening.objects.bulk_update(evenings, changed)
