// A new group is where this browser is, until somebody says otherwise.
"use strict";

const place = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = document.querySelector("form[data-new] [name=time_zone]");

if (zones && [...zones.options].some((option) => option.value === place)) {
  zones.value = place;
}
