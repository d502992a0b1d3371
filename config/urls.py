"""All addresses: the site, accounts, the admin."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from scoring.web.theme import set_theme

urlpatterns = [
    path("", include("scoring.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/second-factor/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    # Without a token, so that pages which everybody may see are the same for everybody. All that
    # another site could do by them is change a reader's language or colours, for a moment.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("theme/", csrf_exempt(set_theme), name="set_theme"),
]

handler400 = "scoring.web.error_pages.bad_request"
handler403 = "scoring.web.error_pages.permission_denied"
handler404 = "scoring.web.error_pages.page_not_found"
handler500 = "scoring.web.error_pages.server_error"
