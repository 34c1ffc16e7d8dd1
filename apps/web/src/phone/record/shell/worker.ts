// The types of workers (lib.webworker) contradict those of pages.
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends Event {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Worker {
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
}

/**
 * Files that the recorder's page loads; build/recorder-worker.ts writes the list here. A build with other files is another
 * worker.
 */
declare const __RECORDER_BUILD__: {
  /** Path of the page. */
  page: string;
  /** Digest of the files' names, which contain the digests of the files. */
  id: string;
  /** Paths of all files of the page. */
  files: string[];
  /** Path of the script that the document starts. */
  entry: string;
};

const { page, id, files, entry } = __RECORDER_BUILD__;
const worker = self as unknown as Worker;
const prefix = 'recorder-';
const cacheName = `${prefix}${id}`;
/** A network this slow counts as offline: the page opens from the cache and sends later. */
const patienceMs = 4_000;

/**
 * Stores a build completely or not at all: during an update, a server may answer with the document of another build.
 * The browser retries at the next visit.
 */
async function storeBuild(): Promise<void> {
  const document = await fetch(page, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!document.ok || !(await document.clone().text()).includes(entry)) throw new Error('Another build answered.');
  const cache = await caches.open(cacheName);
  await cache.addAll(files);
  await cache.put(page, document);
}

async function removeOtherBuilds(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
}

const fromCache = async (path: string): Promise<Response | undefined> =>
  (await caches.open(cacheName)).match(path, { ignoreVary: true });

/** The document from the service if it answers: a page from the cache may be older than the API. */
async function openDocument(request: Request): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  const answer = await Promise.race([fetch(request).catch(() => null), late]);
  if (answer && answer.status < 500) return answer;
  return (await fromCache(page)) ?? answer ?? fetch(request);
}

const openFile = async (request: Request, path: string): Promise<Response> => (await fromCache(path)) ?? fetch(request);

worker.addEventListener('install', (event) => event.waitUntil(storeBuild().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(removeOtherBuilds().then(() => worker.clients.claim())));
// Answers nothing else: calls always go to the service.
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname.replace(/\/$/, '') === page) event.respondWith(openDocument(request));
  } else if (files.includes(pathname)) event.respondWith(openFile(request, pathname));
});
