// Keeps the taps that the server has not answered yet, and sends them again until it has.
//
// A tap is a form, or a box in a form, with `data-tap`. Its answer replaces the element with
// `data-live`, which also asks the server for news by itself.

const STORAGE = `waiting:${location.pathname}`; // outlives a reload
const TIMEOUT = 8000;
const RETRY_EVERY = 3000;
const DOUBLE_TAP = 500;

let sending = false;
let offline = false;
let busy = false; // offline, because the server answered that it cannot
let removed = false; // this phone is no longer at the table
let tapCount = 0;

// Read anew each time: another tab of this phone has the same queue.
const queue = () => JSON.parse(localStorage.getItem(STORAGE) || "[]");
const store = (taps) => localStorage.setItem(STORAGE, JSON.stringify(taps));

const newKey = () => {
  // Unlike randomUUID, these are also there without TLS, as on a home network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

const show = (name, shown) => {
  const notice = document.querySelector(`[data-notice="${name}"]`);
  if (notice) notice.hidden = !shown;
};

const showNotices = (refused = false) => {
  const count = queue().length;
  const counter = document.querySelector("[data-queued]");
  if (counter) counter.textContent = count;
  show("offline", offline && !busy && !removed);
  show("busy", offline && busy && !removed);
  show("queued", offline && !removed && count);
  show("refused", refused && !removed);
  show("removed", removed);
};

const setOffline = (value, { byServer = false } = {}) => {
  offline = value;
  busy = byServer;
  showNotices();
};

// Two taps of one finger on the same button send the same fields, and are one.
let latest = { content: "", at: -DOUBLE_TAP };
const isDoubleTap = ({ path, formData }) => {
  const fields = new URLSearchParams(formData);
  fields.delete("key");
  const tap = { content: `${path}?${fields}`, at: performance.now() };
  const isRepeat = tap.content === latest.content && tap.at - latest.at < DOUBLE_TAP;
  latest = tap;
  return isRepeat;
};

const enqueue = (request) => {
  if (isDoubleTap(request)) return;
  tapCount += 1;
  const body = new URLSearchParams(request.formData).toString();
  store([...queue(), { path: request.path, body }]);
  const form = request.elt.form || request.elt;
  const pressed = request.triggeringEvent?.submitter || request.elt.closest(".key") || form;
  pressed.setAttribute("aria-busy", "true"); // until the answer is there, or the network is not
  form.elements.key.value = newKey(); // makes a tap count once; the next one on this form is another
  if (offline) markUnsent(pressed);
  form.dispatchEvent(new CustomEvent("tap:queued", { bubbles: true }));
};

// Of the buttons of a form the one that was pressed last counts.
const markUnsent = (pressed) => {
  for (const other of pressed.form?.querySelectorAll("button.unsent") || []) {
    other.classList.remove("unsent");
  }
  pressed.classList.add("unsent");
};

const clearBusy = () => {
  show("saving", false);
  for (const busy of document.querySelectorAll("[aria-busy]")) {
    busy.removeAttribute("aria-busy");
    if (offline) markUnsent(busy);
  }
};

class ServerFailed extends Error {}

// Each tap is sent alone and in its order, so that none is lost to another.
const send = async (tap) => {
  const answer = await fetch(tap.path, {
    method: "POST",
    headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
    body: tap.body,
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (answer.status >= 500) throw new ServerFailed();
  store(queue().filter((other) => other.body !== tap.body));
  return answer;
};

const swapIn = async (answer) => {
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) return location.assign(elsewhere);
  const html = await answer.text();
  document.dispatchEvent(new CustomEvent("tap:beforeSwap"));
  return htmx.swap("[data-live]", html, { swapStyle: "outerHTML" });
};

const sendQueue = async () => {
  if (sending || removed || !queue().length) return;
  sending = true;
  show("saving", true);
  try {
    for (let taps = queue(); taps.length; taps = queue()) {
      const answer = await send(taps[0]);
      const isPage = answer.ok || answer.status === 422;
      offline = false;
      removed = answer.status === 404;
      showNotices(!isPage);
      // Before the last answer, taps that are not sent yet would seem to be lost.
      if (isPage && (answer.status === 422 || !queue().length)) await swapIn(answer);
    }
  } catch (error) {
    setOffline(true, { byServer: error instanceof ServerFailed }); // the next try comes by itself
  }
  sending = false;
  clearBusy();
};

document.addEventListener("htmx:beforeRequest", (event) => {
  const { requestConfig, xhr } = event.detail;
  if (requestConfig.elt.matches("[data-tap]")) {
    event.preventDefault();
    enqueue(requestConfig);
    sendQueue();
  } else if (requestConfig.elt.matches("[data-live]")) {
    if (sending || removed) event.preventDefault();
    xhr.tapCount = tapCount;
  }
});

// An answer to what was asked before a tap does not show what the tap changed.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr } = event.detail;
  if (xhr.tapCount !== undefined && xhr.tapCount !== tapCount) event.detail.shouldSwap = false;
});

// Its seat was freed, the code changed, or the table was deleted: the page stays, and says so.
document.addEventListener("htmx:responseError", (event) => {
  const { elt, xhr } = event.detail;
  if (!elt.matches("[data-live]") || xhr.status !== 404) return;
  removed = true;
  showNotices();
});

document.addEventListener("htmx:afterOnLoad", () => {
  if (offline && !queue().length) setOffline(false);
});
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => setOffline(true));
}
// A page that was kept on the device (offline-copy.js) has keys that may have been sent already.
for (const field of document.querySelectorAll("[data-tap] [name=key]")) field.value = newKey();
window.addEventListener("online", sendQueue);
setInterval(sendQueue, RETRY_EVERY);
sendQueue();
