"""What was a season's is its league's; results say whose they are; every group has a link of its own."""

from collections import Counter

from django.db import migrations

from scoring.models.people import new_group_token


def fill(apps, _schema_editor):
    Session = apps.get_model("scoring", "Session")
    Result = apps.get_model("scoring", "Result")
    Group = apps.get_model("scoring", "Group")
    for group in Group.objects.iterator():
        Group.objects.filter(pk=group.pk).update(link_token=new_group_token())
    for session in Session.objects.exclude(season=None).select_related("season").iterator():
        Session.objects.filter(pk=session.pk).update(league=session.season.league_id)
    for session in Session.objects.filter(results__isnull=False).distinct().iterator():
        results = list(Result.objects.filter(session=session.pk).select_related("seat"))
        ranks = Counter(result.rank for result in results)
        for result in results:
            result.group_id = session.group_id
            result.player_id = result.seat.player_id
            result.game = session.game
            result.players = len(results)
            result.sharing = ranks[result.rank]
            result.played_on = session.played_on
            result.finished_at = session.finished_at or session.created_at
        fields = ["group", "player", "game", "players", "sharing", "played_on", "finished_at"]
        Result.objects.bulk_update(results, fields)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0003_leagues_that_count"),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
