// Answers from the cache of this site, which has every file after the first visit. A new version of the site takes over
// when no tab shows the one before.

const SITE = __SITE__;
const scope = self.registration.scope;
const PREFIX = `cpsudoku ${new URL(scope).pathname} `;
const CACHE = PREFIX + SITE.version;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(scope)) event.respondWith(answer(event.request));
});

/** Load what the worker of the page has not. */
async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(SITE.names.map(async (name) => {
    const address = new URL(name, scope).href;
    if (!(await cache.match(address))) await cache.add(address);
  }));
}

/** Remove the caches of versions before, and answer for pages that are open. */
async function tidy() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const address = request.url.replace(/[?#].*/, "");
  const cache = await caches.open(CACHE);
  return (await cache.match(address === scope ? new URL("index.html", scope).href : address)) ?? fetch(request);
}
