// Keeps a copy of the page on the device, and asks service-worker.js to keep what it links to with
// `data-keep`; the worker serves them when there is no network. An open table is kept as it is shown
// now. Browsers have neither without TLS, except on the machine itself.

const PAGES = "tables";
const ASSETS = "assets";
const AFTER_LOADING = 1500;

const path = location.pathname;
const isTable = () => document.querySelector("[data-live]");

const keepAssets = async () => {
  const cache = await caches.open(ASSETS);
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const assets = loaded.filter((name) => name.startsWith(`${location.origin}/static/`));
  for (const name of assets) {
    if (!(await cache.match(name))) await cache.add(name);
  }
};

const keepTable = async () => {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(path, { ignoreVary: true });
  const { ok, headers: received } = kept || (await fetch(path)); // for its policy
  if (!ok) return;
  const headers = new Headers(received);
  headers.set("X-Kept-At", Date.now());
  const html = `<!doctype html>${document.documentElement.outerHTML}`;
  await cache.put(path, new Response(html, { headers }));
};

// The worker asks for a page again only if its copy is old.
const keepOthers = async () => {
  const links = document.querySelectorAll("a[data-keep]");
  const paths = Array.from(links, (link) => link.pathname);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keep: isTable() ? paths : [path, ...paths] });
};

const keep = async () => {
  if (isTable()) await keepTable();
  await keepOthers();
};

const forget = async () => (await caches.open(PAGES)).delete(path);

const quietly = (work) => work().catch(() => {}); // the network went, or the device is full

const start = async () => {
  if (navigator.onLine) await navigator.serviceWorker.register("/service-worker.js");
  await keepAssets();
  await keep();
  document.addEventListener("htmx:afterSettle", () => quietly(keep));
};

if (navigator.serviceWorker && window.caches) {
  setTimeout(() => quietly(start), AFTER_LOADING);
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status === 404) quietly(forget); // this phone is no longer at the table
  });
}
