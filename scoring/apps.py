from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        from scoring import checks  # noqa: F401, PLC0415 (checks register themselves)
