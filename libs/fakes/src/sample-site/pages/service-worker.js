addEventListener('install', (event) => {
  event.waitUntil(
    Promise.all([caches.open('shop').then((cache) => cache.add('/worker/offline.html')), fetch('/worker/prices.json')]),
  );
});
