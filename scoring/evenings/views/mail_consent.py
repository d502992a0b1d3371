"""The page on which the reader of an address says whether they want a group's mail."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.evenings.mail_consent import answer_question
from scoring.models import MailConsent
from scoring.web.language import activate_group_language
from scoring.web.requests import no_store


@require_http_methods(["GET", "POST"])
def evening_mail(request: HttpRequest, consent: str) -> HttpResponse:
    """Ask the reader of an email; posted, store the answer."""
    asked = MailConsent.objects.with_token(consent)
    if asked is None:
        raise Http404
    activate_group_language(request, asked.group.language)
    answer = request.POST.get("wants_mail")
    if answer in ("yes", "no"):
        answer_question(consent=asked, wants_mail=answer == "yes", at=timezone.now())
        return redirect("evening_mail", consent)
    context = {"group": asked.group, "consent": asked}
    return no_store(render(request, "evenings/mail_consent.html", context))
