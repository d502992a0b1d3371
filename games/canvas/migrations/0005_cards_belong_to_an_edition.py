import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("canvas", "0004_editions_of_the_cards"),
    ]

    operations = [
        migrations.AlterField(
            model_name="scoringcard",
            name="edition",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cards",
                to="canvas.edition",
                verbose_name="edition",
            ),
        ),
    ]
