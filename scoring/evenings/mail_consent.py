"""Ask an address whether it wants mail about a group's evenings, before it gets any.

Anybody can enter somebody else's address. So the question has no words of the group or of the
person who entered it, and is asked once; each verb is one transaction."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scoring.background.outbox import expires_header
from scoring.groups.mail_opt_out import address_hashes, has_opted_out, opt_out_token
from scoring.models import AnswerAddress, Group, MailConsent, Membership
from scoring.models.transactions import write_transaction
from scoring.web.links import link_in_mail
from scoring.web.mail import with_html

ASKED_FOR = timedelta(days=30)  # without an answer it is forgotten, and may be asked again


def is_confirmed_by(user: User | None, address: str) -> bool:
    """Return whether the account has proved that it reads the mail of this address."""
    if user is None:
        return False
    confirmed = EmailAddress.objects.filter(user=user, email__iexact=address, verified=True)
    return bool(confirmed.exists())


def needs_question(group: Group, address: str) -> bool:
    """Return whether this address would be asked now."""
    return find_consent(group, address) is None and not has_opted_out(address)


def find_consent(group: Group, address: str) -> MailConsent | None:
    return group.mail_consents.filter(address_hash__in=address_hashes(address)).first()


def owners_of(group: Group) -> list[User]:
    """Return the accounts whose questions of a day are counted."""
    owners = Membership.objects.filter(group=group, role=Membership.Role.OWNER)
    return [membership.user for membership in owners.select_related("user").order_by("pk")]


def ask(group: Group, address: str, at: datetime) -> MailConsent:
    """Return the consent of an address; if it was never asked, send it the question."""
    consent = find_consent(group, address)
    if consent is None:
        consent, is_new = MailConsent.objects.get_or_create(
            group=group, address_hash=address_hashes(address)[0], defaults={"asked_at": at}
        )
        if is_new:
            _send_question(consent, address)
    return consent


def _send_question(consent: MailConsent, address: str) -> None:
    link = link_in_mail(reverse("evening_mail", args=[consent.token]))
    stop = link_in_mail(reverse("opt_out", args=[opt_out_token(address)]))
    with translation.override(consent.group.language), timezone.override(consent.group.zone):
        paragraphs = (
            _(
                "Someone entered your address on Scorefolio, which keeps score for games about"
                " art, to get emails about game evenings."
            ),
            _("Open this link to see the group, and to say whether you want its emails:"),
            link,
            _("We will not email you about these evenings unless you say yes."),
            _("To stop such questions and invitations from Scorefolio to this address:"),
            stop,
        )
        message = EmailMessage(
            _("Do you want emails about game evenings?"),
            "\n\n".join(paragraphs),
            to=[address],
            headers={
                "Message-ID": f"<{consent.asked_at:%Y%m%d%H%M%S}.{consent.pk}@consent.scorefolio>",
                "List-Unsubscribe": f"<{stop}>",
                **expires_header(consent.asked_at + ASKED_FOR),
            },
        )
        with_html(message, link=link).send()


@write_transaction()
def answer_question(*, consent: MailConsent, wants_mail: bool, at: datetime) -> None:
    """Store the answer of the address; it may change its mind. After a no, forget the address."""
    consent.agreed_at = at if wants_mail else None
    consent.declined_at = None if wants_mail else at
    consent.save(update_fields=["agreed_at", "declined_at"])
    if not wants_mail:
        AnswerAddress.objects.filter(consent=consent).delete()
