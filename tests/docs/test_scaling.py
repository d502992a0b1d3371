"""docs/scaling.md says of every model how its rows know their group, or that they have none."""

from django.apps import apps
from django.conf import settings
from django.db.models import Model

from scoring.models import Group, OfSession
from tests.docs.markdown import DOCS, in_backticks, section, table

PAGE = DOCS / "scaling.md"
PATHS = {
    name: row["their group"].strip("`")
    for row in table(section(PAGE, "How rows know their group"))
    for name in in_backticks(row["rows"])
}
OF_NO_GROUP = {"Backup", "CachedValue", "FilePart", "Job", "MailOptOut", "OutgoingMail"}
# The cards that are printed, and those of one group.
OF_CANVAS = {
    *("ArtCard", "ArtIcon", "CardInSet", "CardSet", "Edition", "GroupCard"),
    *("RibbonPoints", "ScoringCard"),
}


def group_by(model: type[Model], path: str) -> type[Model] | None:
    """Return the model to which a path of foreign keys leads."""
    reached: type[Model] | None = model
    for name in path.split("__"):
        reached = reached._meta.get_field(name).related_model if reached else None
    return reached


def test_every_path_leads_to_the_group() -> None:
    scoring = apps.get_app_config("scoring")
    reached = {name: group_by(scoring.get_model(name), path) for name, path in PATHS.items()}
    assert set(reached.values()) == {Group}


def test_every_model_has_a_path_or_belongs_to_no_group() -> None:
    models = {model.__name__ for model in apps.get_app_config("scoring").get_models()}
    assert models - {"Group"} == PATHS.keys() | OF_NO_GROUP
    assert {*in_backticks(section(PAGE, "What stays together"))} >= OF_NO_GROUP


def test_the_tables_of_a_game_belong_to_sessions() -> None:
    for package in settings.INSTALLED_GAMES:
        for model in apps.get_app_config(package.rpartition(".")[2]).get_models():
            fields = {field.name for field in model._meta.concrete_fields}
            of_session = issubclass(model, OfSession) or {"session", "judging"} & fields
            assert of_session or model.__name__ in OF_CANVAS or "dispute" in fields, model
