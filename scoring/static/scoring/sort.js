// A season's table can be put in another order by its headings; without this it stays in its own.
"use strict";

const number = (cell) => {
  const said = cell.dataset.n ?? cell.textContent.trim();
  return said === "" ? NaN : Number(said);
};

function compare(one, other) {
  const [a, b] = [number(one), number(other)];
  if (Number.isNaN(a) && Number.isNaN(b)) {
    return one.textContent.trim().localeCompare(other.textContent.trim());
  }
  if (Number.isNaN(a)) return 1;
  return Number.isNaN(b) ? -1 : a - b;
}

function sort(heading, up) {
  const table = heading.closest("table");
  const at = [...heading.parentNode.children].indexOf(heading);
  for (const body of table.tBodies) {
    const rows = [...body.rows].filter((row) => row.cells.length > 1);
    rows.sort((one, other) => (up ? 1 : -1) * compare(one.cells[at], other.cells[at]));
    body.append(...rows);
  }
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
}

for (const heading of document.querySelectorAll("[data-sortable] [data-sort]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.append(...heading.childNodes);
  heading.append(button);
  button.addEventListener("click", () => {
    const sorted = heading.getAttribute("aria-sort");
    const up = sorted ? sorted !== "ascending" : heading.dataset.sort === "up";
    sort(heading, up);
  });
}

// What is behind a value comes into the page: the keyboard and a screen reader go there too.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "behind") target.querySelector("h2")?.focus();
});
