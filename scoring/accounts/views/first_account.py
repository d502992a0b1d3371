"""The page on which the first administrator of a site is created."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scoring.accounts.first_account import check_link, create_administrator
from scoring.accounts.forms import FirstAccountForm
from scoring.web.requests import no_store, posted, render_form


@require_http_methods(["GET", "POST"])
def first_account(request: HttpRequest, token: str) -> HttpResponse:
    check_link(token)
    form = FirstAccountForm(posted(request))
    if form.is_valid():
        login(request, create_administrator(form.save(commit=False)))
        return redirect("home")
    return no_store(render_form(request, "accounts/first_account.html", {"form": form}))
