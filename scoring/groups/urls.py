"""Addresses of groups and the people in them."""

from django.urls import path

from scoring.groups.views import groups, invitations, members, players, sessions

of_a_group = [
    path("settings/", groups.group_settings, name="group_settings"),
    path("settings/link/", groups.renew_group_link, name="renew_group_link"),
    path("settings/delete/", groups.delete_group, name="delete_group"),
    path("people/", members.members, name="people"),
    path("people/leave/", members.leave_group, name="leave_group"),
    path("people/<int:member>/role/", members.change_role, name="member_role"),
    path("people/<int:member>/remove/", members.remove_member, name="remove_member"),
    path("people/<int:member>/owner/", members.hand_over, name="hand_over"),
    path("people/<int:member>/player/", members.assign_player, name="tie_member"),
    path("invite/", invitations.invite_people, name="invite"),
    path(
        "invite/<int:invitation>/withdraw/",
        invitations.withdraw_invitation,
        name="withdraw",
    ),
    path("sessions/", sessions.sessions, name="sessions"),
    path("sessions/deleted/", sessions.deleted, name="deleted_sessions"),
    path(
        "sessions/<uuid:session>/restore/",
        sessions.restore_deleted,
        name="restore_deleted",
    ),
    path("players/", players.players, name="players"),
    path("players/merge/", players.merge_players, name="merge_players"),
    path("players/merge/<int:merge>/undo/", players.undo_merge, name="undo_merge"),
    path("players/<int:player>/", players.edit_player, name="edit_player"),
    path("players/<int:player>/hide/", players.hide_player, name="hide_player"),
    path("players/<int:player>/untie/", players.unassign, name="untie_player"),
    path("players/<int:player>/me/", players.claim, name="this_is_me"),
]

urlpatterns = [
    path("groups/new/", groups.create_group, name="new_group"),
    path("invited/<slug:token>/", invitations.accept_invitation, name="invited"),
    path("no-invitations/<str:token>/", invitations.stop_invitations, name="opt_out"),
]
