"""Addresses of groups and the people in them."""

from django.urls import URLPattern, URLResolver, include, path

from scoring.groups.views import groups, invitations, members, players, sessions

of_settings = [
    path("", groups.group_settings, name="group_settings"),
    path("link/", groups.renew_group_link, name="renew_group_link"),
    path("delete/", groups.delete_group, name="delete_group"),
]

of_members = [
    path("", members.members, name="people"),
    path("leave/", members.leave_group, name="leave_group"),
    path("<int:member>/role/", members.change_role, name="member_role"),
    path("<int:member>/remove/", members.remove_member, name="remove_member"),
    path("<int:member>/owner/", members.hand_over, name="hand_over"),
    path("<int:member>/player/", members.assign_player, name="tie_member"),
]

of_invitations = [
    path("", invitations.invite_people, name="invite"),
    path("<int:invitation>/withdraw/", invitations.withdraw_invitation, name="withdraw"),
]

of_sessions = [
    path("", sessions.sessions, name="sessions"),
    path("deleted/", sessions.deleted, name="deleted_sessions"),
    path("<uuid:session>/restore/", sessions.restore_deleted, name="restore_deleted"),
]

of_players = [
    path("", players.players, name="players"),
    path("merge/", players.merge_players, name="merge_players"),
    path("merge/<int:merge>/undo/", players.undo_merge, name="undo_merge"),
    path("<int:player>/", players.edit_player, name="edit_player"),
    path("<int:player>/hide/", players.hide_player, name="hide_player"),
    path("<int:player>/remove/", players.remove_player, name="remove_player"),
    path("<int:player>/untie/", players.unassign, name="untie_player"),
    path("<int:player>/me/", players.claim, name="this_is_me"),
]

of_a_group: list[URLPattern | URLResolver] = [
    path("settings/", include(of_settings)),
    path("people/", include(of_members)),
    path("invite/", include(of_invitations)),
    path("sessions/", include(of_sessions)),
    path("players/", include(of_players)),
]

urlpatterns = [
    path("groups/new/", groups.create_group, name="new_group"),
    path("invited/<slug:token>/", invitations.accept_invitation, name="invited"),
    path("no-invitations/<str:token>/", invitations.stop_invitations, name="opt_out"),
]
