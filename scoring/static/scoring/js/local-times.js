// Shows times with `data-local` as this phone's clock has them; without it, as the site's clock has.

const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: "medium",
  timeStyle: "short",
});

for (const time of document.querySelectorAll("time[data-local]")) {
  time.textContent = clock.format(new Date(time.dateTime));
}
