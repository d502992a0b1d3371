"""What the fields of the forms of scoring/ take, from the lowest to the highest."""

from tests.form_fields import fields_of


def test_each_field_takes_what_is_meant_and_no_more() -> None:
    assert fields_of("scoring") == {
        "accounts.forms.DeleteAccountForm.names": "keep remove",
        "accounts.forms.DeleteAccountForm.with_groups": "anything, optional",
        "accounts.forms.NameForm.username": "150 letters",
        "admin.leagues.SeasonAdminForm.podium": "anything, optional",
        "admin.player_upload.ConfirmForm.format": "0 1 2",
        "admin.player_upload.ConfirmForm.resource": "0, optional",
        "admin.session_upload.UploadForm.league": "anything, optional",
        "groups.forms.GroupForm.slug": "60 letters, optional",
        "groups.forms.GroupForm.visibility": "public link members",
        "groups.forms.GroupForm.language": "en fr",
        "groups.forms.InviteForm.role": "member scorekeeper",
        "groups.forms.InviteForm.email": "320 letters, optional",
        "groups.forms.InviteForm.most": "1 to 1000, optional",
        "groups.forms.InviteForm.days": "1 7 30",
        "groups.forms.PlayerChoiceForm.player": "anything, optional",
        "groups.forms.RoleForm.role": "owner scorekeeper member",
        "leagues.forms.LeagueForm.slug": "60 letters, optional",
        "leagues.forms.SeasonForm.slug": "60 letters, optional",
        "leagues.forms.SeasonForm.scheme": "beaten podium wins",
        "leagues.forms.SeasonForm.podium": "anything, optional",
        "leagues.forms.SeasonForm.aggregate": "total average best",
        "play.taps.KeyForm.key": "anything, optional",
        "play.taps.KeyForm.seen": "anything, optional",
        "play.taps.TapForm.key": "anything, optional",
        "play.views.details.DetailsForm.played_on": "anything, optional",
        "play.views.details.DetailsForm.location": "200 letters, optional",
        "play.views.details.DetailsForm.notes": "2000 letters, optional",
        "play.views.details.DetailsForm.key": "anything, optional",
    }
