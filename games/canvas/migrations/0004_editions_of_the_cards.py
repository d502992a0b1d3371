"""A row for every edition that has scoring cards, so that they can refer to it."""

from django.db import migrations

# As they are called today; the catalogue may call them something else later.
EDITIONS = (
    (
        "retail",
        "Retail edition",
        "From the shop. The points are printed on the cards alone, so they are copied once.",
    ),
    (
        "r2i-2021",
        "First printing, 2021",
        "Its points rows and its art cards are known here.",
    ),
)


def add_editions(apps, schema_editor):
    database = schema_editor.connection.alias
    cards = apps.get_model("canvas", "ScoringCard").objects.using(database)
    editions = apps.get_model("canvas", "Edition").objects.using(database)
    used = set(cards.values_list("edition", flat=True))
    for place, (slug, name, about) in enumerate(EDITIONS, 1):
        if slug in used:
            facts = {"name": name, "about": about, "place": place}
            editions.get_or_create(slug=slug, defaults=facts)
    for slug in used.difference(slug for slug, _name, _about in EDITIONS):
        editions.get_or_create(slug=slug, defaults={"name": slug, "offered": False})


class Migration(migrations.Migration):
    dependencies = [
        ("canvas", "0003_editions"),
    ]

    operations = [
        # Back there is nothing to do: the table itself goes next.
        migrations.RunPython(add_editions, migrations.RunPython.noop),
    ]
