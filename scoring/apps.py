from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class AdminConfig(admin_apps.AdminConfig):
    default = False
    default_site = "scoring.accounts.second_factor.AdminSite"


class ScoringConfig(AppConfig):
    default = True
    name = "scoring"
    verbose_name = "Scorefolio"  # what the admin calls us, in every language

    def ready(self) -> None:
        from allauth.account import signals as account_signals  # noqa: PLC0415
        from allauth.mfa import signals as mfa_signals  # noqa: PLC0415
        from django.contrib.auth.signals import (  # noqa: PLC0415
            user_logged_in,
            user_logged_out,
        )

        from scoring import checks  # noqa: F401, PLC0415 (checks register themselves)
        from scoring.accounts.devices import log_out_oldest  # noqa: PLC0415
        from scoring.accounts.first_confirmation import drop_foreign_access  # noqa: PLC0415
        from scoring.accounts.second_factor import note_second_factor  # noqa: PLC0415
        from scoring.play.signing_in import after_login, after_logout  # noqa: PLC0415

        account_signals.email_confirmed.connect(drop_foreign_access)
        account_signals.user_logged_in.connect(log_out_oldest)  # once the new one is listed
        user_logged_in.connect(after_login)
        for signal in (
            user_logged_in,
            mfa_signals.authenticator_added,
            mfa_signals.authenticator_used,
        ):
            signal.connect(note_second_factor)
        user_logged_out.connect(after_logout)
        from scoring.exchange import jobs as _exchange  # noqa: F401, PLC0415 (so do kinds of jobs)
        from scoring.groups import jobs as _groups  # noqa: F401, PLC0415
        from scoring.leagues import jobs as _leagues  # noqa: F401, PLC0415
