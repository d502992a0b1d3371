// Runs an hourglass (`data-hourglass`) on between two answers of the server.

const STEP = 250;
const ENDING = 10_000;

let running = 0;

const run = () => {
  clearInterval(running);
  const hourglass = document.querySelector("[data-hourglass]");
  if (!hourglass) return;
  const { left, seconds } = hourglass.dataset;
  const end = performance.now() + Number(left);
  let ended = Number(left) === 0;
  const show = () => {
    const remaining = Math.max(0, end - performance.now());
    hourglass.querySelector("[data-shown]").textContent = Math.ceil(remaining / 1000);
    const bar = hourglass.querySelector("[data-bar]");
    bar.setAttribute("width", (100 * remaining) / (1000 * Number(seconds)));
    hourglass.classList.toggle("ending", remaining > 0 && remaining <= ENDING);
    if (remaining === 0 && !ended) {
      ended = true;
      navigator.vibrate?.(400);
    }
  };
  show();
  running = setInterval(show, STEP);
};

document.addEventListener("htmx:afterSettle", run);
run();
