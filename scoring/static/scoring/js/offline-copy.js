// Keeps a copy of the open table on the device, as it is shown now; service-worker.js serves it when
// there is no network. Browsers have neither without TLS, except on the machine itself.

const TABLES = "tables";
const ASSETS = "assets";
const AFTER_LOADING = 1500;

const path = location.pathname;

const keepAssets = async () => {
  const cache = await caches.open(ASSETS);
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  const assets = loaded.filter((name) => name.startsWith(`${location.origin}/static/`));
  for (const name of assets) {
    if (!(await cache.match(name))) await cache.add(name);
  }
};

const keepTable = async () => {
  const cache = await caches.open(TABLES);
  const kept = await cache.match(path, { ignoreVary: true });
  const { ok, headers: received } = kept || (await fetch(path)); // for its policy
  if (!ok) return;
  const headers = new Headers(received);
  headers.set("X-Kept-At", Date.now());
  const html = `<!doctype html>${document.documentElement.outerHTML}`;
  await cache.put(path, new Response(html, { headers }));
};

const forget = async () => (await caches.open(TABLES)).delete(path);

const quietly = (work) => work().catch(() => {}); // the network went, or the device is full

const start = async () => {
  if (navigator.onLine) await navigator.serviceWorker.register("/service-worker.js");
  await keepAssets();
  await keepTable();
  document.addEventListener("htmx:afterSettle", () => quietly(keepTable));
};

if (navigator.serviceWorker && window.caches) {
  setTimeout(() => quietly(start), AFTER_LOADING);
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status === 404) quietly(forget); // this phone is no longer at the table
  });
}
