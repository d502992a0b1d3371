from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = "Scorefolio"  # what the admin calls us, in every language

    def ready(self) -> None:
        from scoring import checks  # noqa: F401, PLC0415 (checks register themselves)
        from scoring.exchange import jobs  # noqa: F401, PLC0415 (as kinds of jobs do)
