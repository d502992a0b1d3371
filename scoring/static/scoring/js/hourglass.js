// Runs an hourglass (`data-hourglass`) on between two answers of the server, and says when its time
// is up: in words, and by the event `hourglass:ended`.

const STEP = 250;
const ENDING = 10_000;

let running = 0;
let isRunning = false; // it was, when it was shown last

const run = () => {
  clearInterval(running);
  const hourglass = document.querySelector("[data-hourglass]");
  if (!hourglass) {
    isRunning = false;
    return;
  }
  const { left, seconds } = hourglass.dataset;
  const end = performance.now() + Number(left);
  const show = () => {
    const remaining = Math.max(0, end - performance.now());
    hourglass.querySelector("[data-shown]").textContent = Math.ceil(remaining / 1000);
    const bar = hourglass.querySelector("[data-bar]");
    bar.setAttribute("width", (100 * remaining) / (1000 * Number(seconds)));
    hourglass.classList.toggle("ending", remaining > 0 && remaining <= ENDING);
    hourglass.classList.toggle("ended", remaining === 0);
    hourglass.querySelector("[data-time-up]").hidden = remaining > 0;
    // An answer may bring its end, too.
    if (isRunning && remaining === 0) document.dispatchEvent(new CustomEvent("hourglass:ended"));
    isRunning = remaining > 0;
  };
  show();
  running = setInterval(show, STEP);
};

document.addEventListener("htmx:afterSettle", run);
run();
