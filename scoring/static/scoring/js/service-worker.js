// Keeps the open tables and what they load, so that they open and take taps without a network.
//
// Only tables are kept, three of them for a day, and none once somebody logs in or out: what others
// on this device may not see is gone then.

const TABLES = "tables";
const ASSETS = "assets";
const OFFLINE = "/offline/";
const TABLE = /^\/table\/[0-9a-f-]{36}\/$/;
const HASHED = /^\/static\/.*\.[0-9a-f]{12}\.\w+$/; // another version has another name
const LOG_IN_OR_OUT = /^\/(accounts|admin\/logout)\//;
const MOST_TABLES = 3;
const MOST_ASSETS = 80;
const A_DAY = 24 * 60 * 60 * 1000;

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
  await cache.addAll(new Set(html.match(/\/static\/[^"]+/g)));
};

const keepTable = async (path, response, logInsBefore) => {
  const cache = await caches.open(TABLES);
  if (response.status >= 500) return;
  if (!response.ok || logInsBefore !== logIns) {
    await cache.delete(path);
    return;
  }
  const headers = new Headers(response.headers);
  headers.set("X-Kept-At", Date.now());
  await cache.put(path, new Response(await response.blob(), { headers }));
  await shortened(cache, MOST_TABLES);
};

const keptTable = async (path) => {
  const cache = await caches.open(TABLES);
  const kept = await cache.match(path, { ignoreVary: true });
  const isFresh = kept && Date.now() - kept.headers.get("X-Kept-At") < A_DAY;
  return isFresh ? kept : null;
};

const page = async (event, path) => {
  const logInsBefore = logIns;
  try {
    const response = await fetch(event.request);
    if (TABLE.test(path)) event.waitUntil(keepTable(path, response.clone(), logInsBefore));
    return response;
  } catch {
    const kept = (await keptTable(path)) || (await caches.match(OFFLINE, { ignoreVary: true }));
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

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (method !== "GET") {
    if (!LOG_IN_OR_OUT.test(pathname)) return;
    logIns += 1;
    event.waitUntil(caches.delete(TABLES));
  } else if (HASHED.test(pathname)) {
    event.respondWith(asset(event.request));
  } else if (mode === "navigate") {
    event.respondWith(page(event, pathname));
  }
});
