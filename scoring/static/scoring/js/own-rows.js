// Marks with `own` what is about the reader (`data-player`) on pages that are the same for everyone.
// A page of a signed-in reader says in `own-players` which player they are in each of their groups,
// and this device keeps it. Only the pages for members name their group.

const KEY = "own-players";

const said = document.querySelector(`meta[name="${KEY}"]`)?.content;
if (said) localStorage.setItem(KEY, said);
const players = JSON.parse(localStorage.getItem(KEY) ?? "{}");

const show = (element) => {
  element.hidden = false;
};

const { group } = document.querySelector(".tabs")?.dataset ?? {};
const own = group && players[group];
for (const row of document.querySelectorAll(`[data-player="${own}"]`)) {
  row.classList.add("own");
  row.querySelectorAll("[data-own]").forEach(show);
}
if (own === null) document.querySelectorAll("[data-nobody-yet]").forEach(show);
