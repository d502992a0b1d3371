// Lists the tables that are kept on this device in `data-kept-tables`.

const TABLE = /^\/table\/[0-9a-f-]{36}\/$/;

const list = document.querySelector("[data-kept-tables]");

const titleOf = async (response) => {
  const kept = new DOMParser().parseFromString(await response.text(), "text/html");
  return kept.title;
};

const addLink = async (cache, request) => {
  const link = document.createElement("a");
  link.className = "choice";
  link.href = request.url;
  link.textContent = await titleOf(await cache.match(request, { ignoreVary: true }));
  const item = document.createElement("li");
  item.append(link);
  list.append(item);
};

const cache = await caches.open("tables");
for (const request of await cache.keys()) {
  if (TABLE.test(new URL(request.url).pathname)) await addLink(cache, request);
}
