// Caches the page for use without a network. File names contain a hash of the content, so cached files never
// become stale. The page itself is fetched again whenever there is a network. The page caches the model
// (work/fetch-model.ts).
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
