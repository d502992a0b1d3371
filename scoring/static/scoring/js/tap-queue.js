// Keeps the taps that the server has not answered yet, and sends them again until it has.
//
// A tap is a form, or a box in a form, with `data-tap`. Its answer replaces the element with
// `data-live`, which also asks the server for news by itself.
//
// A tap answers a question: `data-question` of its form with the form's hidden fields; with
// `data-each`, every button of the form is a question of its own. A tap that was not sent is
// replaced by the next one for its question, and taken back by the same tap or by `data-undo`. One
// that was sent may have arrived, so it is sent again with its key, and the next one follows it.

const PAGE = location.pathname;
const notices = document.querySelector("[data-waiting]");
const STORAGE = `waiting:${notices.dataset.waiting}`; // of the table; outlives a reload
const REFUSALS = `refused:${notices.dataset.waiting}`;
const MOST_REFUSALS = 5;
const TIMEOUT = 8000;
const RETRY_EVERY = 3000;
const DOUBLE_TAP = 500;
const WHILE_IT_GOES = 3000;
const HIDDEN_EVERY = 30000;
// The others only change a field, such as "−" and "+" beside a number.
const TAPPED = "form[data-tap] button:not([type=button]), button[form], input[data-tap]";
// Fields that say what the page showed, and not what is asked.
const NOT_ASKED = ["key", "csrfmiddlewaretoken", "seen", "before"];

let sending = false;
let offline = !navigator.onLine;
let offlineAt = 0;
let busy = false; // offline, because the server answered that it cannot
let removed = false; // this phone is no longer at the table
let tapCount = 0;
let lookedAt = 0;

// Read each time: another tab of this phone has the same queue.
const read = (storage) => JSON.parse(localStorage.getItem(storage) || "[]");
const queue = () => read(STORAGE);

const newKey = () => {
  // Unlike randomUUID, these are also there without TLS, as on a home network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

// What a button or box asks, and how it is found again after a reload

const isBox = (control) => control?.matches("[data-tap]");
const pressedOf = (control) => (isBox(control) ? "box" : `${control.name}=${control.value}`);

const questionOf = (form, control) => {
  const hidden = Array.from(form.querySelectorAll("input[type=hidden]"));
  const asked = hidden.filter(({ name }) => !NOT_ASKED.includes(name) && name !== control?.name);
  const fields = new URLSearchParams(asked.map(({ name, value }) => [name, value]));
  const own = isBox(control) ? JSON.parse(control.getAttribute("hx-vals")) : {};
  if (!isBox(control) && control?.name && "each" in form.dataset) own[control.name] = control.value;
  for (const [name, value] of Object.entries(own)) fields.append(name, value);
  return `${form.dataset.question}?${fields}`;
};

const controlOf = ({ path, question, pressed }) =>
  Array.from(document.querySelectorAll(TAPPED)).find(
    (control) =>
      control.form.getAttribute("action") === path &&
      pressedOf(control) === pressed &&
      questionOf(control.form, control) === question,
  );

// What the page shows

const show = (name, shown) => {
  const notice = document.querySelector(`[data-notice="${name}"]`);
  if (notice) notice.hidden = !shown;
};

const showRefusals = () => {
  const refusals = read(REFUSALS).filter(({ page }) => page === PAGE);
  const items = refusals.map(({ label, reason }) => {
    const item = document.createElement("li");
    const tapped = document.createElement("b");
    tapped.textContent = label;
    item.append(tapped, " ", reason || notices.dataset.refused);
    return item;
  });
  notices.querySelector("[data-refusals]").replaceChildren(...items);
  show("refused", refusals.length && !removed);
};

const showPending = () => {
  for (const marked of document.querySelectorAll("[data-pending]")) {
    marked.classList.remove("unsent");
    marked.removeAttribute("aria-busy");
    marked.removeAttribute("data-pending");
  }
  for (const tap of queue()) {
    const control = controlOf(tap);
    if (!control) continue;
    if (isBox(control)) control.checked = tap.value === "true";
    const shown = control.closest(".key") || control;
    shown.dataset.pending = "";
    if (offline) shown.classList.add("unsent");
    else shown.setAttribute("aria-busy", "true"); // until there is an answer, or no network
  }
};

const showAll = () => {
  const count = queue().length;
  notices.querySelector("[data-queued]").textContent = count;
  show("offline", offline && !busy && !removed);
  show("busy", offline && busy && !removed);
  show("queued", offline && !removed && count);
  show("removed", removed);
  showRefusals();
  showPending();
};

// An answer to what was asked before the network went, or while it goes, says nothing about it. A
// browser may be wrong that there is none.
const isReached = (askedAt) => askedAt > offlineAt + (navigator.onLine ? 0 : WHILE_IT_GOES);

const setOffline = (value, { byServer = false } = {}) => {
  if (value) offlineAt = performance.now();
  offline = value;
  busy = byServer;
  showAll();
};

// A box shows what was tapped, also if it is not sent after all.
const restoreBoxes = (before, after) => {
  for (const tap of before) {
    const isGone = !tap.sent && !after.some(({ key }) => key === tap.key);
    const control = isGone && tap.before !== undefined && controlOf(tap);
    if (control) control.checked = tap.before === "true";
  }
};

const store = (taps) => {
  restoreBoxes(queue(), taps);
  localStorage.setItem(STORAGE, JSON.stringify(taps));
};

const refuse = ({ key, page, label }, reason) => {
  const others = read(REFUSALS).filter((other) => other.key !== key); // another tab sends it, too
  const all = [...others, { key, page, label, reason }];
  localStorage.setItem(REFUSALS, JSON.stringify(all.slice(-MOST_REFUSALS)));
};

const forgetRefusals = () => {
  const others = read(REFUSALS).filter(({ page }) => page !== PAGE);
  localStorage.setItem(REFUSALS, JSON.stringify(others));
};

// A tap is put into the queue

// What a form says, whenever it was rendered.
const contentOf = (formData) => {
  const fields = new URLSearchParams(formData);
  for (const name of ["key", "csrfmiddlewaretoken"]) fields.delete(name);
  return fields.toString();
};

// Two taps of one finger on the same button send the same fields, and are one.
let latest = { content: "", at: -DOUBLE_TAP };
const isDoubleTap = ({ path, formData }) => {
  const tap = { content: `${path}?${contentOf(formData)}`, at: performance.now() };
  const isRepeat = tap.content === latest.content && tap.at - latest.at < DOUBLE_TAP;
  latest = tap;
  return isRepeat;
};

const labelOf = (control) =>
  control.getAttribute("aria-label") || (control.closest("label") || control).innerText.trim();

const tapOf = ({ elt, path, formData, triggeringEvent }) => {
  const form = elt.form || elt;
  const control = elt.form ? elt : triggeringEvent?.submitter;
  const { dataset } = document.querySelector("[data-live]");
  return {
    key: formData.get("key"),
    path,
    page: PAGE,
    body: new URLSearchParams(formData).toString(),
    question: questionOf(form, control),
    pressed: control ? pressedOf(control) : "",
    value: isBox(control) ? String(elt.checked) : `${path}?${contentOf(formData)}`,
    before: isBox(control) ? String(!elt.checked) : undefined,
    // What is secret would be shown to the next one with this phone.
    label: control && !("secret" in dataset) ? labelOf(control) : "",
    isUndo: "undo" in form.dataset,
    revision: Number(dataset.revision),
    late: offline,
    sent: false,
  };
};

// Return the queue after a tap: its place is that of the one which it replaces, because what was
// tapped after that was meant to follow.
const withTap = (taps, tap) => {
  const others = taps.filter(({ question, sent }) => question !== tap.question || sent);
  const at = taps.findIndex(({ question, sent }) => question === tap.question && !sent);
  const replaced = taps[at];
  const undoes = replaced && (tap.before === undefined ? replaced.value : replaced.before);
  const sentAt = others.findLastIndex(({ question }) => question === tap.question);
  if (replaced && undoes === tap.value) return others;
  if (others[sentAt]?.value === tap.value) return others; // it is on its way already
  if (replaced) return others.toSpliced(at, 0, { ...tap, before: replaced.before ?? tap.before });
  return others.toSpliced(sentAt < 0 ? others.length : sentAt + 1, 0, tap);
};

const enqueue = (request) => {
  if (isDoubleTap(request)) return;
  const form = request.elt.form || request.elt;
  const taps = queue();
  const tap = tapOf(request);
  const before = taps.filter(({ page, isUndo }) => page === PAGE && !isUndo);
  const waiting = before.findLast(({ sent }) => !sent);
  tapCount += 1;
  forgetRefusals();
  if (tap.isUndo && waiting) store(taps.filter(({ key }) => key !== waiting.key));
  else store(withTap(taps, { ...tap, follows: tap.isUndo && before.length > 0 }));
  form.elements.key.value = newKey(); // a key counts once; the next tap of this form is another
  showAll();
  const isQueued = queue().some(({ key }) => key === tap.key);
  if (isQueued) form.dispatchEvent(new CustomEvent("tap:queued", { bubbles: true }));
};

// The queue is sent

class ServerFailed extends Error {}

const update = (tap, changes) => {
  Object.assign(tap, changes);
  store(queue().map((other) => (other.key === tap.key ? tap : other)));
};

// Each tap is sent alone and in its order, so that none is lost to another.
const send = async (tap) => {
  update(tap, { sent: true });
  const answer = await fetch(tap.path, {
    method: "POST",
    headers: { "HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded" },
    body: tap.body,
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (answer.status >= 500) throw new ServerFailed();
  store(queue().filter(({ key }) => key !== tap.key));
  return answer;
};

const parse = (html) => new DOMParser().parseFromString(html, "text/html");
const textOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

// An "Undo" after a tap that was on its way is meant for what that tap changed. Return its fields
// as the table has them now, or nothing if that tap changed nothing, or something else was entered.
const bodyOfUndo = (tap, page) => {
  const form = page.querySelector("form[data-undo]");
  const { revision } = page.querySelector("[data-live]").dataset;
  if (form?.dataset.undo !== "" || revision > tap.revision + 1) return "";
  const fields = new FormData(form);
  if (contentOf(fields) === contentOf(new URLSearchParams(tap.body))) return "";
  fields.set("key", tap.key);
  return new URLSearchParams(fields).toString();
};

// Say what was refused over the page, where it moves nothing. Return the page without it; what is
// wrong with a field stays beside the field.
const takeRefusal = (tap, html) => {
  const page = parse(html);
  const alerts = Array.from(page.querySelectorAll("[data-live] [role=alert]"));
  const aboutTap = alerts.filter((alert) => !alert.closest("form"));
  const said = aboutTap.length || !tap.late ? aboutTap : alerts;
  const now = (tap.late && page.querySelector("[data-latest]")?.dataset.latest) || "";
  const reason = [...said.map(textOf), now].join(" ").trim();
  if (said.length || tap.late) refuse(tap, reason);
  for (const alert of aboutTap) alert.remove();
  return page.querySelector("[data-live]")?.outerHTML ?? html;
};

const swapIn = (html) => {
  document.dispatchEvent(new CustomEvent("tap:beforeSwap"));
  return htmx.swap("[data-live]", html, { swapStyle: "outerHTML" });
};

const look = () => htmx.trigger("[data-live]", "look");

// Show the answer; before the last one, taps that are not sent yet would seem to be lost.
const take = async (tap, answer) => {
  const isLast = !queue().length;
  if (removed) return "";
  if (!answer.ok && answer.status !== 422) return refuse(tap, "");
  const elsewhere = answer.headers.get("HX-Redirect");
  if (elsewhere) return isLast && location.assign(elsewhere);
  const html = await answer.text();
  const shown = answer.ok ? html : takeRefusal(tap, html);
  showRefusals();
  if (tap.page !== PAGE) look();
  else if (isLast || !answer.ok) await swapIn(shown);
  return html;
};

// One that was never sent can still be taken back: it waits until the server was reached.
const maySend = (tap) => !offline || tap.sent;

const sendQueue = async () => {
  if (sending || removed || !queue().length) return;
  if (!maySend(queue()[0])) return;
  sending = true;
  show("saving", true);
  let page = document;
  try {
    for (let [tap] = queue(); tap && maySend(tap); [tap] = queue()) {
      const askedAt = performance.now();
      if (tap.follows && !tap.sent) update(tap, { body: bodyOfUndo(tap, page), follows: false });
      if (!tap.body) {
        store(queue().filter(({ key }) => key !== tap.key));
        refuse(tap, "");
        continue;
      }
      const answer = await send(tap);
      if (isReached(askedAt)) offline = busy = false;
      removed = answer.status === 404;
      const html = await take(tap, answer);
      if (queue()[0]?.follows && html) page = parse(html);
      showAll();
    }
  } catch (error) {
    store(queue().map((tap) => ({ ...tap, late: true })));
    setOffline(true, { byServer: error instanceof ServerFailed }); // the next try comes by itself
  }
  sending = false;
  show("saving", false);
  showAll();
};

document.addEventListener("htmx:beforeRequest", (event) => {
  const { requestConfig, xhr } = event.detail;
  if (requestConfig.elt.matches("[data-tap]")) {
    event.preventDefault();
    enqueue(requestConfig);
    sendQueue();
  } else if (requestConfig.elt.matches("[data-live]")) {
    const rests = document.hidden && Date.now() - lookedAt < HIDDEN_EVERY;
    if (sending || removed || rests) return event.preventDefault();
    lookedAt = Date.now();
    xhr.tapCount = tapCount;
    xhr.askedAt = performance.now();
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
  showAll();
});

document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
  if (!offline || xhr.status >= 500 || (busy && queue().length)) return;
  if (!isReached(xhr.askedAt)) return;
  setOffline(false);
  sendQueue();
});
document.addEventListener("htmx:afterSettle", showPending);
for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, () => setOffline(true));
}
notices.querySelector("[data-understood]").addEventListener("click", () => {
  forgetRefusals();
  showRefusals();
});
window.addEventListener("storage", ({ key, oldValue, newValue }) => {
  if (key === STORAGE) restoreBoxes(JSON.parse(oldValue || "[]"), JSON.parse(newValue || "[]"));
  if (key === STORAGE || key === REFUSALS) showAll();
});
window.addEventListener("offline", () => setOffline(true));
window.addEventListener("online", look);
document.addEventListener("visibilitychange", () => document.hidden || look());

// A page that was kept on the device (offline-copy.js) has keys that may have been sent already.
for (const field of document.querySelectorAll("[data-tap] [name=key]")) field.value = newKey();
// A reload forgets what was chosen in a form whose tap waits.
for (const { body, ...tap } of queue()) {
  const fields = new URLSearchParams(body);
  for (const field of controlOf(tap)?.form.elements ?? []) {
    const values = fields.getAll(field.name);
    if (["checkbox", "radio"].includes(field.type)) field.checked = values.includes(field.value);
    else if (field.matches("input:not([type=hidden]), select, textarea")) [field.value] = values;
  }
}
setInterval(sendQueue, RETRY_EVERY);
showAll();
sendQueue();
