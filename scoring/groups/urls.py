"""Addresses of groups and the people in them."""

from django.urls import path

from scoring.groups.views import groups, invitations, members, players, sessions

GROUP = "g/<slug:group>/"

urlpatterns = [
    path("groups/new/", groups.create_group, name="new_group"),
    path("invited/<slug:token>/", invitations.accept_invitation, name="invited"),
    path("no-invitations/<str:token>/", invitations.stop_invitations, name="opt_out"),
    path(f"{GROUP}settings/", groups.group_settings, name="group_settings"),
    path(f"{GROUP}settings/link/", groups.renew_group_link, name="renew_group_link"),
    path(f"{GROUP}settings/delete/", groups.delete_group, name="delete_group"),
    path(f"{GROUP}people/", members.members, name="people"),
    path(f"{GROUP}people/leave/", members.leave_group, name="leave_group"),
    path(f"{GROUP}people/<int:member>/role/", members.change_role, name="member_role"),
    path(f"{GROUP}people/<int:member>/remove/", members.remove_member, name="remove_member"),
    path(f"{GROUP}people/<int:member>/owner/", members.hand_over, name="hand_over"),
    path(f"{GROUP}people/<int:member>/player/", members.assign_player, name="tie_member"),
    path(f"{GROUP}invite/", invitations.invite_people, name="invite"),
    path(
        f"{GROUP}invite/<int:invitation>/withdraw/",
        invitations.withdraw_invitation,
        name="withdraw",
    ),
    path(f"{GROUP}sessions/", sessions.sessions, name="sessions"),
    path(f"{GROUP}sessions/deleted/", sessions.deleted, name="deleted_sessions"),
    path(
        f"{GROUP}sessions/<uuid:session>/restore/",
        sessions.restore_deleted,
        name="restore_deleted",
    ),
    path(f"{GROUP}players/", players.players, name="players"),
    path(f"{GROUP}players/merge/", players.merge_players, name="merge_players"),
    path(f"{GROUP}players/merge/<int:merge>/undo/", players.undo_merge, name="undo_merge"),
    path(f"{GROUP}players/<int:player>/", players.edit_player, name="edit_player"),
    path(f"{GROUP}players/<int:player>/hide/", players.hide_player, name="hide_player"),
    path(f"{GROUP}players/<int:player>/untie/", players.unassign, name="untie_player"),
    path(f"{GROUP}players/<int:player>/me/", players.claim, name="this_is_me"),
]
