"""State that cards were counted by hand where that was only understood.

Cards of the retail edition that its catalogue does not have, and a group's own cards that their
edition does not have, were counted by hand if they stated no condition. The rules now refuse that:
such a name may be misspelt. What was scored that way keeps its score.
"""

from django.db import migrations
from django.db.models import Exists, OuterRef

BY_HAND = "by-hand"
RETAIL = "retail"
# The catalogue as it is today; it may have other cards later.
CARDS_OF_RETAIL = frozenset(
    {
        "Composition",
        "Hierarchy",
        "Movement",
        "Proximity",
        "Repetition",
        "Space",
        "Symmetry",
        "Unity",
        "Variety",
    }
)
BATCH = 500


def state_in_rows(apps, schema_editor):
    database = schema_editor.connection.alias
    of_other_editions = (
        apps.get_model("canvas", "Setup").objects.using(database).exclude(edition__in=("", RETAIL))
    )
    cards = apps.get_model("canvas", "TableCard").objects.using(database).filter(condition="")
    cards.exclude(name__in=CARDS_OF_RETAIL).exclude(
        session__in=of_other_editions.values("session")
    ).update(condition=BY_HAND)


def state_in_documents(apps, schema_editor):
    database = schema_editor.connection.alias
    revisions = apps.get_model("scoring", "Revision").objects.using(database)
    of_canvas = revisions.filter(session__game="canvas").only("document")
    changed = []
    for revision in of_canvas.iterator(BATCH):
        cards = _stated(revision.document)
        if cards != revision.document["cards"]:
            revision.document["cards"] = cards
            changed.append(revision)
    revisions.bulk_update(changed, ["document"], BATCH)


def _stated(document):
    """The cards of a document, each with the condition that it left out."""
    if document.get("edition", RETAIL) != RETAIL:
        return document["cards"]
    return [
        card
        if "condition" in card or card["name"] in CARDS_OF_RETAIL
        else {"name": card["name"], "condition": BY_HAND, **card}
        for card in document["cards"]
    ]


def state_in_cards_of_groups(apps, schema_editor):
    database = schema_editor.connection.alias
    printed = apps.get_model("canvas", "ScoringCard").objects.using(database)
    own = apps.get_model("canvas", "GroupCard").objects.using(database).filter(condition="")
    of_edition = printed.filter(edition=OuterRef("edition"), name=OuterRef("name"))
    own.exclude(Exists(of_edition)).update(condition=BY_HAND)


class Migration(migrations.Migration):
    dependencies = [
        ("canvas", "0007_group_cards"),
        ("scoring", "0001_people_and_sessions"),
    ]

    # Back there is nothing to do: what is stated means the same there.
    operations = [
        migrations.RunPython(state_in_rows, migrations.RunPython.noop),
        migrations.RunPython(state_in_documents, migrations.RunPython.noop),
        migrations.RunPython(state_in_cards_of_groups, migrations.RunPython.noop),
    ]
