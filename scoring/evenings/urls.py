"""Addresses of evenings: most are secret, for anyone with its link."""

from django.urls import include, path

from scoring.evenings.views import answers, calendar, evenings, mail_consent, tables, tonight

EVENING = "evening/<slug:link>/"

of_a_group = [
    path("", evenings.evenings, name="evenings"),
    path("new/", evenings.new_evening, name="new_evening"),
    path("calendar/", calendar.renew_calendar_address, name="renew_calendar"),
]

of_an_evening = [
    path("", answers.evening, name="evening"),
    path("edit/", evenings.edit_evening, name="edit_evening"),
    path("cancel/", evenings.cancel, name="cancel_evening"),
    path("answers/<int:answer>/remove/", answers.remove, name="remove_answer"),
    path("answers/<int:answer>/player/", answers.settle_name, name="settle_name"),
    path("leave/", answers.leave, name="leave_evening"),
    path("not-me/", answers.not_me, name="not_me"),
    path("my-table/", answers.my_table, name="my_table"),
    path("here/", tonight.who_is_here, name="who_is_here"),
    path("tables/", tables.tables, name="evening_tables"),
    path("board/", tonight.board, name="evening_board"),
    path("standings.png", tonight.picture, name="standings_picture"),
    path("qr.svg", answers.qr_code, name="evening_qr"),
]

urlpatterns = [
    path(EVENING, include(of_an_evening)),
    path("calendar/<slug:calendar>/evenings.ics", calendar.calendar_feed, name="calendar"),
    path("evening-mail/<slug:consent>/", mail_consent.evening_mail, name="evening_mail"),
    path("no-evening-mail/<slug:address>/", answers.no_mail, name="no_evening_mail"),
]
