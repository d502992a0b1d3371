// Lets seats (`data-seat`) also be dragged into their order; the arrows do the same without a pointer.

let dragged = null;

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest("[data-seat] .mark");
  if (!grip) return;
  dragged = grip.closest("[data-seat]");
  dragged.classList.add("dragged");
  event.preventDefault();
});

document.addEventListener("pointermove", (event) => {
  const under = dragged && document.elementFromPoint(event.clientX, event.clientY);
  const row = under?.closest("[data-seat]");
  if (!row || row === dragged) return;
  const isBelow = event.clientY > row.getBoundingClientRect().top + row.offsetHeight / 2;
  row.parentNode.insertBefore(dragged, isBelow ? row.nextSibling : row);
});

document.addEventListener("pointerup", () => {
  if (!dragged) return;
  dragged.classList.remove("dragged");
  const form = dragged.closest("form");
  // Places are counted anew: the dot stays with the one who has it.
  form.querySelectorAll("[data-seat]").forEach((row, at) => {
    row.querySelector("[name=begins]").value = at;
  });
  dragged = null;
  htmx.ajax("POST", form.action, {
    source: form,
    target: form,
    swap: "outerHTML",
    values: { do: "drag" },
  });
});
