"""The app that `config.document_settings` installs."""

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    """The commands and translations of `scoring`, without its models."""

    name = "scoring"

    def import_models(self) -> None:
        self.models = {}
