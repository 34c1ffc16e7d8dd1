/** How often a replay is begun before people read that it could not be loaded. */
const tries = 2;

/**
 * How long one is waited for. The replayer's scripts are 2 MB; of what did not come in time, what the browser has by then is
 * not asked for again.
 */
const limitMs = 30_000;

/** Before it is begun again after something was refused. */
const pauseMs = 2000;

/**
 * Put into the page around the replayer. The replayer goes to its service worker's address as soon as that is registered, and
 * is lost if it gets there before it is active: so its element is made only then. When the replayer has not said that the
 * captured page is on its way (`rwp-page-loading`), as some request failed, it is begun again, by loading this page anew,
 * since the replayer's script works only if it was there when the page was loaded.
 *
 * How it goes is told to the site (`ReplayTold`). A captured page, of one origin with this one, can tell it the same.
 */
export const showScript = (siteOrigin: string): string => `'use strict';
const again = new URLSearchParams(location.search).get('again');
const begun = 1 + (Number.parseInt(again, 10) || 0);
const section = document.querySelector('section');
const tell = (replay) => window.parent.postMessage({ replay }, ${JSON.stringify(siteOrigin)});

async function show() {
  if (!customElements.get('replay-web-page')) throw new Error('The script of the replayer did not come.');
  const { content } = document.querySelector('template');
  const element = document.importNode(content, true).firstElementChild;
  await activeWorker(element.getAttribute('replaybase'), element.getAttribute('swname'));
  element.addEventListener('rwp-page-loading', look);
  document.querySelector('main').prepend(element);
}

/** The same that the replayer registers, or there would be two that follow each other. */
async function activeWorker(scope, name) {
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

/** The page is always in its own record: when the replayer does not find it there, it could not read the record. */
function look({ currentTarget, detail }) {
  if (detail.loading) return shown();
  currentTarget.removeEventListener('rwp-page-loading', look);
  if (detail.replayNotFoundError) missed();
}

function shown() {
  clearTimeout(timer);
  section.hidden = true;
  tell('shown');
}

function missed() {
  if (begun < ${tries}) location.replace('?again=' + begun);
  else failed();
}

/** What was begun last goes on: if it comes after all, it is shown. */
function failed() {
  section.hidden = false;
  for (const one of section.querySelectorAll('.coming')) one.hidden = true;
  for (const one of section.querySelectorAll('.failed')) one.hidden = false;
  tell('failed');
}

section.querySelector('button').addEventListener('click', () => location.replace(location.pathname));
let timer = setTimeout(missed, ${limitMs});
tell('loading');
show().catch((error) => {
  console.warn(error);
  clearTimeout(timer);
  timer = setTimeout(missed, ${pauseMs});
});
`;
