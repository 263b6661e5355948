// Keeps the page for times without a network. Files have their content's hash in their names: once stored they stay true.
// The page itself is asked for anew whenever there is a network. The model is kept by the page (work/fetch-model.ts).
const CACHE = 'parley-page-__VERSION__'
const FILES = ['__FILES__']

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('parley-page-') && name !== CACHE)
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return
  const stored = () => caches.match(request, { ignoreSearch: true, cacheName: CACHE })
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match('./', { cacheName: CACHE })))
  else event.respondWith(stored().then((response) => response ?? fetch(request)))
})
