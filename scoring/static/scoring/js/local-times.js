// Shows times with `data-local` as this phone's clock has them; without it, as the site's clock has.

const clock = new Intl.DateTimeFormat(document.documentElement.lang, {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

// In the order of DATETIME_FORMAT, whatever the browser would choose for the language.
const say = (at) => {
  const part = Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${part.day} ${part.month} ${part.year}, ${part.hour}:${part.minute}`;
};

for (const time of document.querySelectorAll("time[data-local]")) {
  time.textContent = say(new Date(time.dateTime));
}
