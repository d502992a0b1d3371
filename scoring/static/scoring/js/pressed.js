// Marks the link or button that was pressed (`aria-busy`) until its answer is there, and takes no
// second press of it meanwhile. The taps of a table are marked by tap-queue.js.

const LONGEST = 10_000; // if no page comes, as after a download

const clear = () => {
  for (const element of document.querySelectorAll(":is(a, button)[aria-busy]")) {
    element.removeAttribute("aria-busy");
  }
};

const mark = (element) => {
  element?.setAttribute("aria-busy", "true");
  setTimeout(clear, LONGEST);
};

const leadsAway = (link) =>
  link.origin === location.origin &&
  !link.target &&
  !link.hasAttribute("download") &&
  !(link.hash && link.href.split("#")[0] === location.href.split("#")[0]);

// Before anybody else: a busy button sends nothing.
document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest(":is(a, button)[aria-busy=true]")) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || event.defaultPrevented || opensElsewhere) return;
  if (leadsAway(link)) mark(link);
});

document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && !event.target.target) mark(event.submitter);
});

const pressedFor = ({ triggeringEvent }) =>
  triggeringEvent?.submitter || triggeringEvent?.target.closest?.("a");

document.addEventListener("htmx:beforeRequest", ({ detail: { elt, requestConfig } }) => {
  if (!elt.matches("[data-tap]")) mark(pressedFor(requestConfig));
});
document.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  const isLeaving = xhr.getResponseHeader("HX-Redirect");
  if (!isLeaving) pressedFor(requestConfig)?.removeAttribute("aria-busy");
});

// "Back" may bring this page as it was left.
addEventListener("pageshow", clear);

// Without a listener Safari shows nothing as `:active` on a phone.
document.addEventListener("touchstart", () => {}, { passive: true });
