/** Attempts before the user reads that the replay could not be loaded. */
const tries = 2;

/** Timeout of one attempt. The replayer's scripts are 2 MB; the next attempt finds the scripts that arrived in the cache. */
const limitMs = 30_000;

/** Pause before the next attempt after an error. */
const pauseMs = 2000;

/**
 * Runs in the page around the replayer. The replayer navigates to its service worker's address as soon as that is registered,
 * and fails if the worker is not active by then, so its element is inserted only once it is. If the replayer does not announce
 * the captured page in time (`rwp-page-loading`), because a request failed, this page is reloaded: the replayer's script works
 * only if it was there when the page loaded.
 *
 * Reports its progress to the site (`ReplayProgress`). A captured page has the same origin and can send the same messages.
 */
export const showScript = (siteOrigin: string): string => `'use strict';
const asked = new URLSearchParams(location.search);
const begun = 1 + (Number.parseInt(asked.get('again'), 10) || 0);
const section = document.querySelector('section');
const report = (replay) => window.parent.postMessage({ replay }, ${JSON.stringify(siteOrigin)});

async function show() {
  if (!customElements.get('replay-web-page')) throw new Error('The replayer script did not load.');
  const { content } = document.querySelector('template');
  const element = document.importNode(content, true).firstElementChild;
  await activeWorker(element.getAttribute('replaybase'), element.getAttribute('swname'));
  element.addEventListener('rwp-page-loading', look);
  document.querySelector('main').prepend(element);
}

/** Registers the same address as the replayer: a different one would replace this worker. */
async function activeWorker(scope, name) {
  if (!navigator.serviceWorker) throw new DOMException('There are no service workers here.', 'NotSupportedError');
  const registration = await navigator.serviceWorker.register(scope + name + '?serveIndex=1', { scope });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  await new Promise((resolve, reject) => {
    const see = () => {
      if (worker.state === 'activating' || worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed.'));
    };
    worker.addEventListener('statechange', see);
    see();
  });
}

/** The record always contains its page: if the replayer does not find it, it could not read the record. */
function look({ currentTarget, detail }) {
  if (detail.loading) return shown();
  currentTarget.removeEventListener('rwp-page-loading', look);
  if (detail.replayNotFoundError) missed();
}

function shown() {
  clearTimeout(timer);
  section.hidden = true;
  report('shown');
}

function missed() {
  if (begun < ${tries}) load(begun);
  else failed();
}

/** The address may also name the page to show. */
function load(again) {
  asked.set('again', again);
  location.replace('?' + asked);
}

/** The last attempt isn't cancelled: a page that arrives late is still shown. */
function failed() {
  say('failed');
  report('failed');
}

/** Storage refused to frames of other sites is no error of the network: another attempt would end the same way. */
function blocked() {
  say('blocked');
  report('blocked');
}

const isBlocked = ({ name }) => name === 'SecurityError' || name === 'NotSupportedError';

function say(state) {
  section.hidden = false;
  for (const one of section.querySelectorAll('p, button')) one.hidden = !one.classList.contains(state);
}

section.querySelector('button').addEventListener('click', () => load(0));
let timer = setTimeout(missed, ${limitMs});
report('loading');
show().catch((error) => {
  console.warn(error);
  clearTimeout(timer);
  if (isBlocked(error)) blocked();
  else timer = setTimeout(missed, ${pauseMs});
});
`;
