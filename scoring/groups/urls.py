"""Addresses of accounts, groups and the people in them."""

from django.urls import path

from scoring.groups.views import account, groups, invitations, members, players

GROUP = "g/<slug:group>/"

urlpatterns = [
    path("accounts/", account.account, name="account"),
    path("groups/new/", groups.new_group, name="new_group"),
    path("invited/<slug:token>/", invitations.invited, name="invited"),
    path(GROUP, groups.group, name="group"),
    path(f"{GROUP}settings/", groups.settings, name="group_settings"),
    path(f"{GROUP}settings/link/", groups.renew, name="renew_group_link"),
    path(f"{GROUP}settings/delete/", groups.delete, name="delete_group"),
    path(f"{GROUP}people/", members.people, name="people"),
    path(f"{GROUP}people/leave/", members.leave, name="leave_group"),
    path(f"{GROUP}people/<int:member>/role/", members.role, name="member_role"),
    path(f"{GROUP}people/<int:member>/remove/", members.remove, name="remove_member"),
    path(f"{GROUP}people/<int:member>/owner/", members.give, name="hand_over"),
    path(f"{GROUP}people/<int:member>/player/", members.be_player, name="tie_member"),
    path(f"{GROUP}invite/", invitations.invite_people, name="invite"),
    path(f"{GROUP}invite/<int:invitation>/withdraw/", invitations.withdraw_one, name="withdraw"),
    path(f"{GROUP}players/", players.players, name="players"),
    path(f"{GROUP}players/merge/", players.merge_players, name="merge_players"),
    path(f"{GROUP}players/merge/<int:merge>/undo/", players.undo_one_merge, name="undo_merge"),
    path(f"{GROUP}players/<int:player>/", players.edit_player, name="edit_player"),
    path(f"{GROUP}players/<int:player>/hide/", players.hide_player, name="hide_player"),
    path(f"{GROUP}players/<int:player>/untie/", players.untie_player, name="untie_player"),
    path(f"{GROUP}players/<int:player>/me/", players.this_is_me, name="this_is_me"),
]
