// Keeps the shell of the pages for when the computer does not answer. Whatever is played is always asked anew.
const SHELL = "shell-{{ version }}";
const OFFLINE = {{ shell[0]|tojson }};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((kept) => kept.addAll({{ shell|tojson }})).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET") return;
  const isShell = new URL(url).pathname.startsWith("/static/");
  if (mode !== "navigate" && !isShell) return;
  if (isShell) event.respondWith(caches.match(url).then((kept) => kept ?? fetch(event.request)));
  else event.respondWith(fetch(event.request).catch(async () => (await caches.match(OFFLINE)) ?? Response.error()));
});
