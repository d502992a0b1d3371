"""The page of an evening, where anyone with its link says whether they come."""

from collections.abc import Mapping

from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.background.mail_limits import may_write_to
from scoring.background.outbox import sends_mail
from scoring.evenings import answers as verbs
from scoring.evenings.access import evening_view
from scoring.evenings.forms import HERE, AnswerForm, SettleNameForm
from scoring.evenings.mail_consent import is_confirmed_by, needs_question, owners_of
from scoring.evenings.pages import (
    Answers,
    answers_of,
    is_tonight,
    known_players,
    name_matched,
    name_questions,
    others,
)
from scoring.evenings.tonight import tonight
from scoring.groups.visibility import own_player
from scoring.models import Answer, AnswerAddress, Evening, Player
from scoring.sessions.typed_names import names_of_new_people, with_answers
from scoring.web.browser_cookie import browser_of, with_browser_cookie
from scoring.web.group_access import GroupNeeds, Guest
from scoring.web.language import activate_group_language
from scoring.web.links import outside_link, why_phones_do_not_reach
from scoring.web.qr import qr_image
from scoring.web.request_limits import may_answer
from scoring.web.requests import no_store, render_form


@require_http_methods(["GET", "POST"])
@with_browser_cookie
@evening_view()
def evening(request: HttpRequest, guest: Guest, evening: Evening) -> HttpResponse:
    """Show the evening; posted, store the answer of this browser.

    Until it begins, the page asks who comes; hours before, and while it goes on, it says who is
    here and what is played; afterwards, who was first."""
    answers, players = answers_of(evening), known_players(guest)
    mine = _own_answer(request, guest, answers, players)
    initial = _initial(request, mine)
    post = with_answers(request.POST, ["name"]) if request.method == "POST" else None
    form = AnswerForm(post, initial=initial)
    if form.is_valid() and _store(request, guest, evening, form):
        return redirect("evening", evening.link)
    at = timezone.now()
    going_on = is_tonight(evening, at)
    season = request.GET.get("season", "")
    is_shown = going_on or evening.is_over(at)
    played = tonight(evening, guest, mine, season=season) if is_shown else None
    context = {
        "guest": guest,
        "group": guest.group,
        "evening": evening,
        "has_begun": evening.has_begun(at),
        "is_over": evening.is_over(at),
        "is_tonight": going_on,
        "tonight": played,
        "form": form,
        "mine": mine,
        "is_from_here": bool(mine and mine.browser and mine.browser == browser_of(request)),
        "players": players if guest.belongs else (),
        "answers": answers,
        "free": answers.free(played.seated) if played else (),
        "not_asked": others(players.values(), answers) if guest.keeps and going_on else (),
        "questions": name_questions(evening, answers.nobody_so_far)
        if guest.keeps and going_on
        else (),
        "link": outside_link(request, reverse("evening", args=[evening.link])),
        "why_not": why_phones_do_not_reach(request),
        "sends_mail": sends_mail(),
    }
    return render_form(request, "evenings/evening.html", context)


def _own_answer(
    request: HttpRequest, guest: Guest, answers: Answers, players: Mapping[str, Player]
) -> Answer | None:
    """Return what this browser said, or what was said of the player who is signed in."""
    mine = answers.of_browser(browser_of(request))
    if mine or guest.user is None or not guest.belongs:
        return mine
    own = next((one for one in players.values() if one.user_id == guest.user.pk), None)
    if own is None:
        return None
    return answers.of_player(own) or Answer(name=own.name, player=own)


def _initial(request: HttpRequest, mine: Answer | None) -> dict[str, object]:
    """Return what the form starts with; an email address only for the browser that gave it."""
    if mine is None:
        return {}
    gave_it = mine.browser and mine.browser == browser_of(request)
    address = getattr(mine, "address", None) if gave_it else None
    return {
        "name": mine.name,
        "email": address.email if address else "",
        "wants_mail": address is not None,
    }


def _store(request: HttpRequest, guest: Guest, evening: Evening, form: AnswerForm) -> bool:
    """Store the answer; False if that was refused, and the form says why."""
    at = timezone.now()
    if evening.is_over(at) or evening.cancelled_at:
        return _refuse(form, _("This evening is over or has been cancelled."))
    if form.cleaned_data["coming"] == HERE and not is_tonight(evening, at):
        return _refuse(form, _("The evening has not started yet."))
    if not may_answer(request, at):
        return _refuse(
            form, _("Too many answers came from your network. Wait a little, then try again.")
        )
    given = _given(guest, form)
    if form.question and not given.is_guest:
        return False
    if not _may_write_to(request, guest, given):
        form.add_error(
            "email",
            _("Too many email addresses have been entered for this group today. Untick the box."),
        )
        return False
    try:
        verbs.give_answer(evening=evening, browser=browser_of(request), given=given, at=at)
    except verbs.EveningIsFull:
        return _refuse(form, _("The list is full: too many people have answered."))
    return True


def _given(guest: Guest, form: AnswerForm) -> verbs.GivenAnswer:
    own, values, players = own_player(guest), form.cleaned_data, known_players(guest)
    matched = name_matched(guest, values["name"], players)
    form.question, name = matched.questions.get("name"), matched.names["name"]
    is_own = own is not None and name == own.name
    is_here = values["coming"] == HERE
    return verbs.GivenAnswer(
        name=name,
        player=own if is_own else players.get(name),
        is_guest=bool(form.question and names_of_new_people(form.data, [name])),
        is_own=is_own,
        coming=Answer.Coming.YES if is_here else values["coming"],
        email=values["email"] if sends_mail() else "",
        has_confirmed_email=is_confirmed_by(guest.user, values["email"]),
        is_here=is_here,
    )


def _may_write_to(request: HttpRequest, guest: Guest, given: verbs.GivenAnswer) -> bool:
    """Return whether the address may be asked, which counts for each owner of the group."""
    if not given.email or given.has_confirmed_email or not needs_question(guest.group, given.email):
        return True
    asked = [
        ratelimit.consume(request, action="ask_for_mail", user=owner)
        for owner in owners_of(guest.group)
    ]
    return bool(asked) and all(asked) and may_write_to(given.email, timezone.now())


def _refuse(form: AnswerForm, sentence: str) -> bool:
    form.add_error(None, sentence)
    return False


@require_POST
@with_browser_cookie
@evening_view()
def leave(request: HttpRequest, guest: Guest, evening: Evening) -> HttpResponse:
    """Say that the user of this browser has left."""
    mine = _own_answer(request, guest, answers_of(evening), known_players(guest))
    if mine and mine.pk:
        verbs.leave(answer=mine, at=timezone.now())
    return _who_is_here(evening)


@require_POST
@with_browser_cookie
@evening_view()
def not_me(request: HttpRequest, guest: Guest, evening: Evening) -> HttpResponse:
    """Forget what this browser said; with `is_here` that person stays on the list."""
    given = answers_of(evening).of_browser(browser_of(request))
    if given:
        verbs.forget_browser(answer=given, is_here="is_here" in request.POST)
    return _who_is_here(evening)


@require_safe
@with_browser_cookie
@evening_view()
def my_table(request: HttpRequest, guest: Guest, evening: Evening) -> HttpResponse:
    """Lead to the table where the user of this browser sits, if there is one."""
    mine = _own_answer(request, guest, answers_of(evening), known_players(guest))
    own = tonight(evening, guest, mine).own if is_tonight(evening, timezone.now()) else []
    at = reverse("evening", args=[evening.link])
    return redirect(next((table.url for table in own if table.url), f"{at}#your-table"))


def _who_is_here(evening: Evening) -> HttpResponse:
    return redirect(f"{reverse('evening', args=[evening.link])}#who-is-here")


@require_POST
@evening_view(needs=GroupNeeds.KEEP)
def settle_name(request: HttpRequest, guest: Guest, evening: Evening, answer: int) -> HttpResponse:
    """Say which player a guest is; without a player, that they are none."""
    asked = get_object_or_404(evening.answers, pk=answer)
    form = SettleNameForm(evening, request.POST)
    if form.is_valid():
        with guest.confirmed():
            verbs.settle_name(answer=asked, player=form.cleaned_data["player"])
        if form.cleaned_data["at_tables"]:
            return redirect("evening_tables", evening.link)
    return _who_is_here(evening)


@require_POST
@evening_view(needs=GroupNeeds.KEEP)
def remove(request: HttpRequest, guest: Guest, evening: Evening, answer: int) -> HttpResponse:
    removed = get_object_or_404(evening.answers, pk=answer)
    with guest.confirmed():
        verbs.remove_answer(answer=removed)
    return redirect("evening", evening.link)


@require_safe
@evening_view()
def qr_code(request: HttpRequest, guest: Guest, evening: Evening) -> HttpResponse:
    return qr_image(outside_link(request, reverse("evening", args=[evening.link])))


@require_http_methods(["GET", "POST"])
def no_mail(request: HttpRequest, address: str) -> HttpResponse:
    """Ask the reader of an email, and stop writing to that address about this evening."""
    wanted = AnswerAddress.objects.with_token(address)
    if wanted is None:
        raise Http404
    group = wanted.answer.evening.group
    activate_group_language(request, group.language)
    if request.method == "POST":
        verbs.stop_mail(address=wanted)
    context = {"group": group, "done": request.method == "POST"}
    return no_store(render(request, "evenings/no_mail.html", context))
