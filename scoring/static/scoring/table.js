// What a page at the table does beyond its forms: nothing tapped is lost while the network is away,
// the hourglass runs, what changed is marked, and the screen stays on. No rule and no score is here.
"use strict";

const key = () => {
  // Unlike randomUUID, these are also there without TLS, as on a home network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

// Taps that have not arrived, oldest first, kept over a reload.
const shelf = `waiting:${location.pathname}`;
let taps = JSON.parse(localStorage.getItem(shelf) || "[]");
let sending = false;

const showWaiting = (lost) => {
  const note = document.getElementById("waiting");
  if (!note) return;
  note.hidden = !lost && !taps.length;
  note.querySelector("[data-lost]").hidden = !lost;
  note.querySelector("[data-kept]").hidden = !taps.length;
  note.querySelector("[data-count]").textContent = taps.length;
};

const keep = () => {
  localStorage.setItem(shelf, JSON.stringify(taps));
  showWaiting(taps.length > 0);
};

const put = (config) => {
  taps.push({ path: config.path, body: new URLSearchParams(config.formData).toString() });
  // The next tap on the same form is another tap.
  const field = config.elt.closest("form")?.elements.key;
  if (field) field.value = key();
  config.elt.closest("button, label, form")?.classList.add("kept");
  keep();
};

const isTap = (config) => config.verb === "post";

const send = async () => {
  if (sending || !taps.length) return;
  sending = true;
  try {
    while (taps.length) {
      const [tap] = taps;
      const answer = await fetch(tap.path, {
        method: "POST",
        headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
        body: tap.body,
      });
      if (answer.status >= 500) break;
      taps.shift();
      keep();
      if (answer.ok || answer.status === 422) {
        htmx.swap("#table", await answer.text(), { swapStyle: "outerHTML" });
      }
    }
  } catch {
    // Still away; the next try comes by itself.
  }
  sending = false;
  keep();
};

document.addEventListener("htmx:beforeRequest", (event) => {
  const config = event.detail.requestConfig;
  if (!taps.length && !sending) return;
  event.preventDefault(); // in their order: first what waits
  if (isTap(config)) put(config);
  send();
});

for (const lost of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(lost, (event) => {
    if (isTap(event.detail.requestConfig)) put(event.detail.requestConfig);
    showWaiting(true);
  });
}

document.addEventListener("htmx:afterOnLoad", () => showWaiting(false));
window.addEventListener("online", send);
setInterval(send, 3000);

// What just changed is marked.
let before = {};
const points = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll("[data-points]"), (shown) => [
      shown.dataset.points,
      shown.textContent,
    ]),
  );

document.addEventListener("htmx:beforeSwap", () => {
  before = points();
});

const mark = () => {
  for (const [place, shown] of Object.entries(points())) {
    if (place in before && before[place] !== shown) {
      document.querySelector(`[data-points="${place}"]`).classList.add("changed");
    }
  }
};

// The hourglass runs on between two looks at the server.
let running = 0;
const runHourglass = () => {
  clearInterval(running);
  const glass = document.querySelector(".hourglass");
  if (!glass) return;
  const end = performance.now() + Number(glass.dataset.left);
  let ended = Number(glass.dataset.left) === 0;
  const show = () => {
    const left = Math.max(0, end - performance.now());
    glass.querySelector("[data-shown]").textContent = Math.ceil(left / 1000);
    const bar = glass.querySelector("[data-bar]");
    bar.setAttribute("width", (100 * left) / (1000 * Number(glass.dataset.seconds)));
    glass.classList.toggle("ending", left > 0 && left <= 10_000);
    if (left === 0 && !ended) {
      ended = true;
      navigator.vibrate?.(400);
    }
  };
  show();
  running = setInterval(show, 250);
};

// Ten seconds long, taking back is the next thing to do.
// A second tap of the same finger is not meant for what has just come under it.
const settle = () => {
  const table = document.getElementById("table");
  table?.classList.add("settling");
  setTimeout(() => table?.classList.remove("settling"), 400);
};

let fading = 0;
let revision = document.getElementById("table")?.dataset.revision;
const offerBack = () => {
  const now = document.getElementById("table")?.dataset.revision;
  const back = document.querySelector(".take-back");
  if (back && now !== revision) {
    back.classList.add("fresh");
    clearTimeout(fading);
    fading = setTimeout(() => document.querySelector(".take-back")?.classList.remove("fresh"), 10_000);
  }
  if (now !== revision) settle();
  revision = now;
};

document.addEventListener("htmx:afterSettle", () => {
  mark();
  runHourglass();
  offerBack();
});

// The screen stays on, where the browser lets it.
let lock = null;
const wake = document.querySelector("[data-wake]");
const holdAwake = async () => {
  const wanted = wake?.querySelector("input").checked && document.visibilityState === "visible";
  if (wanted) lock = await navigator.wakeLock.request("screen").catch(() => null);
  else await lock?.release();
};
if (wake && navigator.wakeLock) {
  wake.hidden = false;
  wake.addEventListener("change", holdAwake);
  document.addEventListener("visibilitychange", holdAwake);
  holdAwake();
}

runHourglass();
showWaiting(false);
send();
