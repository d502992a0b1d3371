from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duplik", "0003_phones_of_votes"),
    ]

    operations = [
        migrations.AddField(
            model_name="judgement",
            name="found_not_met",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, verbose_name="criterion found not met last"
            ),
        ),
    ]
