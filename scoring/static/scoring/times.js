// Times as the clock of this phone has them; without it they stand there as the site's clock says.
"use strict";

const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

for (const time of document.querySelectorAll("time[data-local]")) {
  time.textContent = clock.format(new Date(time.dateTime));
}
