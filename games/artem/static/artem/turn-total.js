// What the chosen claims of a turn bring together. The points of each come from the rules.
"use strict";

document.addEventListener("change", (event) => {
  const plays = event.target.closest("[data-turn-total]");
  if (!plays) return;
  const chosen = Array.from(plays.querySelectorAll(":checked"), ({ dataset }) => Number(dataset.worth));
  plays.querySelector("output").value = chosen.reduce((sum, points) => sum + points, 0);
});
