"""Addresses of evenings: most are secret, for whoever has the link of one."""

from django.urls import path

from scoring.evenings.views import answers, calendar, evenings, tonight

GROUP = "g/<slug:group>/evenings/"
EVENING = "evening/<slug:link>/"

urlpatterns = [
    path(GROUP, evenings.evenings, name="evenings"),
    path(f"{GROUP}new/", evenings.new_evening, name="new_evening"),
    path(f"{GROUP}calendar/", calendar.renew_calendar_address, name="renew_calendar"),
    path(EVENING, answers.evening, name="evening"),
    path(f"{EVENING}edit/", evenings.edit_evening, name="edit_evening"),
    path(f"{EVENING}cancel/", evenings.cancel, name="cancel_evening"),
    path(f"{EVENING}answers/<int:answer>/remove/", answers.remove, name="remove_answer"),
    path(f"{EVENING}here/", tonight.who_is_here, name="who_is_here"),
    path(f"{EVENING}tables/", tonight.tables, name="evening_tables"),
    path(f"{EVENING}board/", tonight.board, name="evening_board"),
    path(f"{EVENING}ranking.png", tonight.picture, name="ranking_picture"),
    path(f"{EVENING}qr.svg", answers.qr_code, name="evening_qr"),
    path("calendar/<slug:calendar>/evenings.ics", calendar.calendar_feed, name="calendar"),
    path("no-evening-mail/<slug:address>/", answers.no_mail, name="no_evening_mail"),
]
