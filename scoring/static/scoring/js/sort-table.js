// Lets the headings with `data-sort` put a table with `data-sortable` in another order.

const number = (cell) => {
  const text = cell.dataset.n ?? cell.textContent.trim();
  return text === "" ? NaN : Number(text);
};

const compare = (one, other) => {
  const [a, b] = [number(one), number(other)];
  if (Number.isNaN(a) && Number.isNaN(b)) {
    return one.textContent.trim().localeCompare(other.textContent.trim());
  }
  if (Number.isNaN(a)) return 1;
  return Number.isNaN(b) ? -1 : a - b;
};

const sort = (heading, ascending) => {
  const table = heading.closest("table");
  const column = [...heading.parentNode.children].indexOf(heading);
  const sign = ascending ? 1 : -1;
  for (const body of table.tBodies) {
    const rows = [...body.rows].filter((row) => row.cells.length > 1);
    rows.sort((one, other) => sign * compare(one.cells[column], other.cells[column]));
    body.append(...rows);
  }
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
};

for (const heading of document.querySelectorAll("[data-sortable] [data-sort]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  button.append(...heading.childNodes);
  heading.append(button);
  button.addEventListener("click", () => {
    const sorted = heading.getAttribute("aria-sort");
    sort(heading, sorted ? sorted !== "ascending" : heading.dataset.sort === "up");
  });
}
