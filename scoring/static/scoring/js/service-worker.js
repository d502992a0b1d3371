// Keeps the home page, the open tables with their board and rules, and what these load, so that they
// open without a network, and tables take taps.
//
// A dozen pages are kept for a day, and none once somebody logs in or out: what others on this
// device may not see is gone then.

const PAGES = "tables";
const ASSETS = "assets";
const OFFLINE = "/offline/";
const KEPT = /^\/(table\/[0-9a-f-]{36}\/(board\/|help\/)?)?$/;
const HASHED = /^\/static\/.*\.[0-9a-f]{12}\.\w+$/; // another version has another name
const LOG_IN_OR_OUT = /^\/(accounts|admin\/logout)\//;
const MOST_PAGES = 12;
const MOST_ASSETS = 80;
const A_DAY = 24 * 60 * 60 * 1000;
const FIVE_MINUTES = 5 * 60 * 1000;

let logIns = 0; // and log-outs: a page that was asked for before one is not kept after it

const shortened = async (cache, most) => {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
};

const keepShell = async () => {
  const cache = await caches.open(ASSETS);
  const page = await fetch(OFFLINE);
  const html = await page.clone().text();
  await cache.put(OFFLINE, page);
  await keepAssetsOf(html);
};

const keepAssetsOf = async (html) => {
  const cache = await caches.open(ASSETS);
  for (const path of new Set(html.match(/\/static\/[^"#]+/g))) {
    if (!(await cache.match(path))) await cache.add(path);
  }
};

const keepPage = async (path, response, logInsBefore) => {
  const cache = await caches.open(PAGES);
  if (response.status >= 500) return;
  if (!response.ok || logInsBefore !== logIns) {
    await cache.delete(path);
    return;
  }
  const headers = new Headers(response.headers);
  headers.set("X-Kept-At", Date.now());
  await cache.put(path, new Response(await response.blob(), { headers }));
  await shortened(cache, MOST_PAGES);
};

const keptPage = async (path, longest = A_DAY) => {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(path, { ignoreVary: true });
  const isFresh = kept && Date.now() - kept.headers.get("X-Kept-At") < longest;
  return isFresh ? kept : null;
};

const keepPages = async (paths) => {
  const logInsBefore = logIns;
  for (const path of paths.filter((path) => KEPT.test(path)).slice(0, MOST_PAGES)) {
    if (await keptPage(path, FIVE_MINUTES)) continue;
    const response = await fetch(path);
    if (response.redirected) continue; // to the choice of a seat, or to the log-in
    const html = await response.clone().text();
    await keepPage(path, response, logInsBefore);
    await keepAssetsOf(html);
  }
};

const page = async (event, path) => {
  const logInsBefore = logIns;
  try {
    const response = await fetch(event.request);
    if (KEPT.test(path)) event.waitUntil(keepPage(path, response.clone(), logInsBefore));
    return response;
  } catch {
    const kept = (await keptPage(path)) || (await caches.match(OFFLINE, { ignoreVary: true }));
    return kept || Response.error();
  }
};

const asset = async (request) => {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(request, response.clone());
    await shortened(cache, MOST_ASSETS);
  }
  return response;
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepShell());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("message", (event) => {
  event.waitUntil(keepPages(event.data.keep).catch(() => {})); // the network went
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (method !== "GET") {
    if (!LOG_IN_OR_OUT.test(pathname)) return;
    logIns += 1;
    event.waitUntil(caches.delete(PAGES));
  } else if (HASHED.test(pathname)) {
    event.respondWith(asset(event.request));
  } else if (mode === "navigate") {
    event.respondWith(page(event, pathname));
  }
});
