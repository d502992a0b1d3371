from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0022_rematches"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="version",
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
