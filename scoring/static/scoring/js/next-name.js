// Lets "Enter" in the name of a seat (`data-seat`) go to the next name; in the last one it opens the table.

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches("[data-seat] [name=name]")) return;
  const names = Array.from(document.querySelectorAll("[data-seat] [name=name]"));
  const next = names[names.indexOf(event.target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});
