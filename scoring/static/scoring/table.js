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

// Taps that have not arrived, oldest first, kept over a reload. Each is sent alone and in its order,
// so that none is lost to another; its key makes it count once, however often it is sent.
const shelf = `waiting:${location.pathname}`;
const PATIENCE = 8000;
let sending = false;
let lost = false;
let gone = false; // this phone is no longer at the table
let overtaken = false; // the table moved on from what was being filled in here
let made = 0;

// Read anew each time: another tab of this phone has the same shelf.
const waiting = () => JSON.parse(localStorage.getItem(shelf) || "[]");
const keep = (taps) => localStorage.setItem(shelf, JSON.stringify(taps));

const showWaiting = (refused = false) => {
  const note = document.getElementById("waiting");
  if (!note) return;
  const show = (part, shown) => {
    note.querySelector(`[data-${part}]`).hidden = !shown;
  };
  const count = waiting().length;
  show("lost", lost && !gone);
  show("kept", lost && !gone && count);
  show("refused", refused && !gone);
  show("overtaken", overtaken);
  show("gone", gone);
  note.querySelector("[data-count]").textContent = count;
  note.hidden = !lost && !refused && !overtaken && !gone;
};

// Two taps of one finger on the same button say the same, and are one.
const DOUBLE = 500;
let latest = { said: "", at: -DOUBLE };
const isDouble = (config) => {
  const fields = new URLSearchParams(config.formData);
  fields.delete("key");
  const tap = { said: `${config.path}?${fields}`, at: performance.now() };
  const same = tap.said === latest.said && tap.at - latest.at < DOUBLE;
  latest = tap;
  return same;
};

const put = (config) => {
  if (isDouble(config)) return;
  made += 1;
  overtaken = false;
  const tap = { path: config.path, body: new URLSearchParams(config.formData).toString() };
  keep([...waiting(), tap]);
  const form = config.elt.form || config.elt; // a box that is a tap by itself, or a whole form
  form.closest("[hx-preserve]")?.setAttribute("data-said", "");
  form.elements.key.value = key(); // the next tap on this form is another one
  if (lost) form.classList.add("kept");
};

const show = async (answer) => {
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) return location.assign(elsewhere);
  const page = await answer.text();
  remember();
  return htmx.swap("#table", page, { swapStyle: "outerHTML" });
};

const sendOne = async (tap) => {
  const answer = await fetch(tap.path, {
    method: "POST",
    headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
    body: tap.body,
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (answer.status >= 500) throw new Error(answer.status);
  keep(waiting().filter((one) => one.body !== tap.body));
  return answer;
};

const send = async () => {
  if (sending || gone || !waiting().length) return;
  sending = true;
  try {
    for (let taps = waiting(); taps.length; taps = waiting()) {
      const answer = await sendOne(taps[0]);
      const understood = answer.ok || answer.status === 422;
      lost = false;
      gone = answer.status === 404;
      showWaiting(!understood);
      // What is tapped and not sent yet would seem to be lost.
      if (understood && (answer.status === 422 || !waiting().length)) await show(answer);
    }
  } catch {
    lost = true; // the next try comes by itself
    showWaiting();
  }
  sending = false;
};

document.addEventListener("htmx:beforeRequest", (event) => {
  const { requestConfig, xhr } = event.detail;
  if (requestConfig.elt.matches("[data-tap]")) {
    event.preventDefault();
    put(requestConfig);
    send();
  } else if (requestConfig.elt.id === "table") {
    if (sending || gone) event.preventDefault();
    xhr.made = made;
  }
});

// What was asked before a tap does not show what the tap changed.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.made !== undefined && xhr.made !== made) event.detail.shouldSwap = false;
});

for (const away of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(away, () => {
    lost = true;
    showWaiting();
  });
}

// Its seat was freed, the code changed, or the table was deleted: the page stays, and says so.
document.addEventListener("htmx:responseError", (event) => {
  const { elt, xhr } = event.detail;
  if (elt.id !== "table" || xhr.status !== 404) return;
  gone = true;
  showWaiting();
});

document.addEventListener("htmx:afterOnLoad", () => {
  if (lost && !waiting().length) {
    lost = false;
    showWaiting();
  }
});
window.addEventListener("online", send);
setInterval(send, 3000);

// What is being filled in here outlives every swap, until the table has moved on from it: that is told.
let begunForms = [];
const wasChanged = (field) =>
  field.type === "checkbox" || field.type === "radio"
    ? field.checked !== field.defaultChecked
    : field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue;
const rememberForms = () => {
  const local = document.querySelectorAll("#table [hx-preserve][id]:not([data-said])");
  begunForms = Array.from(local)
    .filter((part) => Array.from(part.querySelectorAll("input, textarea")).some(wasChanged))
    .map((part) => part.id);
};
document.addEventListener("change", (event) => {
  event.target.closest("[data-said]")?.removeAttribute("data-said");
});
document.addEventListener("htmx:afterSwap", () => {
  if (begunForms.every((id) => document.getElementById(id))) return;
  overtaken = true;
  showWaiting();
});

// What somebody unfolded stays unfolded.
let unfolded = new Set();
const folds = () => Array.from(document.querySelectorAll("#table details[id]"));
document.addEventListener("htmx:afterSwap", () => {
  for (const fold of folds()) fold.open ||= unfolded.has(fold.id);
});

// What just changed is marked.
let before = {};
const points = () =>
  Object.fromEntries(
    Array.from(document.querySelectorAll("[data-points]"), (shown) => [
      shown.dataset.points,
      shown.textContent,
    ]),
  );

const remember = () => {
  rememberForms();
  before = points();
  unfolded = new Set(folds().filter((fold) => fold.open).map((fold) => fold.id));
};
document.addEventListener("htmx:beforeSwap", remember);

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

// A second tap of the same finger is not meant for what has just come under it.
const settle = () => {
  const table = document.getElementById("table");
  table?.classList.add("settling");
  setTimeout(() => table?.classList.remove("settling"), 400);
};

// Ten seconds long, taking back is the next thing to do.
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
send();
