"""All addresses: the site, accounts, the admin."""

from django.contrib import admin
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

urlpatterns = [
    path("", include("scoring.urls")),
    path("accounts/", include("allauth.account.urls")),
    path("accounts/second-factor/", include("allauth.mfa.urls")),
    path("admin/", admin.site.urls),
    # Without a token, so that pages which everybody may see are the same for everybody. All that
    # another site could do by it is change the language of a reader, who can change it back.
    path("language/", csrf_exempt(set_language), name="set_language"),
]

handler400 = "scoring.web.error_pages.bad_request"
handler403 = "scoring.web.error_pages.permission_denied"
handler404 = "scoring.web.error_pages.page_not_found"
handler500 = "scoring.web.error_pages.server_error"
