import type { Canaries } from './canaries.ts';
import { type CdpBus, CdpError, type SessionId } from './cdp.ts';

/**
 * Never requested from the network: the response is synthesised in the browser. The origin is secure, so the page has
 * every web API.
 */
const pageUrl = 'http://localhost/';
const limitMs = 1_500;

/** Makes a page try to reach the canaries by every means available to pages, in a temporary browser context. */
export async function tryBreakout(bus: CdpBus, { addresses, tcpPort, udpPort }: Canaries): Promise<void> {
  const { browserContextId } = await bus.send('Target.createBrowserContext');
  try {
    const sessionId = await openPage(bus, browserContextId);
    const hosts = [...addresses.map((it) => (it.includes(':') ? `[${it}]` : it)), 'localhost', 'canary.localhost'];
    const args = JSON.stringify([hosts, tcpPort, udpPort, limitMs]);
    const { exceptionDetails } = await bus.send(
      'Runtime.evaluate',
      { expression: `(${attempts})(...${args})`, awaitPromise: true },
      sessionId,
    );
    if (exceptionDetails) throw new CdpError(`The attempts to break out failed: ${exceptionDetails.text}`);
  } finally {
    await bus.send('Target.disposeBrowserContext', { browserContextId });
  }
}

async function openPage(bus: CdpBus, browserContextId: string): Promise<SessionId> {
  const { targetId } = await bus.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await bus.send('Target.attachToTarget', { targetId, flatten: true });
  // Otherwise Chromium's permission checks would hide what its flags let through. Which of these names it knows depends
  // on its version.
  for (const name of ['local-network-access', 'local-network', 'loopback-network'])
    await bus
      .send('Browser.setPermission', { permission: { name }, setting: 'granted', browserContextId })
      .catch(() => {});
  const answered = bus.on('Fetch.requestPaused', ({ requestId }, from) => {
    if (from !== sessionId) return;
    bus.send('Fetch.fulfillRequest', { requestId, responseCode: 200 }, sessionId).catch(() => {});
  });
  try {
    await bus.send('Fetch.enable', { patterns: [{ urlPattern: pageUrl }] }, sessionId);
    await bus.send('Page.navigate', { url: pageUrl }, sessionId);
  } finally {
    answered();
  }
  return sessionId;
}

/** Runs in the page. Returns when every attempt has ended, at most `limitMs` after the last one started. */
async function attempts(hosts: string[], tcpPort: number, udpPort: number, limitMs: number): Promise<void> {
  const ended = (target: EventTarget, ...events: string[]) =>
    new Promise((resolve) => {
      for (const event of events) target.addEventListener(event, resolve);
    });
  if (document.readyState !== 'complete') await ended(window, 'load');

  const load = (tag: string, attributes: object) => {
    const element = Object.assign(document.createElement(tag), attributes);
    document.body.append(element);
    return ended(element, 'load', 'error');
  };
  const call = async (host: string) => {
    const relay = [`turn:${host}:${udpPort}`, `turn:${host}:${tcpPort}?transport=tcp`];
    const iceServers = [{ urls: `stun:${host}:${udpPort}` }, { urls: relay, username: 'canary', credential: 'canary' }];
    const peer = new RTCPeerConnection({ iceServers });
    peer.createDataChannel('canary');
    await peer.setLocalDescription();
    while (peer.iceGatheringState !== 'complete') await ended(peer, 'icegatheringstatechange');
  };
  const ways: ((host: string) => unknown)[] = [
    call,
    (host) => new WebTransport(`https://${host}:${udpPort}/`).ready,
    (host) => fetch(`http://${host}:${tcpPort}/fetch`, { mode: 'no-cors' }),
    (host) => fetch(`https://${host}:${tcpPort}/fetch`, { mode: 'no-cors' }),
    (host) => navigator.sendBeacon(`http://${host}:${tcpPort}/beacon`, 'canary'),
    (host) => load('img', { src: `http://${host}:${tcpPort}/image` }),
    (host) => load('iframe', { src: `http://${host}:${tcpPort}/frame` }),
    (host) => load('link', { rel: 'prefetch', href: `http://${host}:${tcpPort}/prefetch` }),
    (host) => ended(new WebSocket(`ws://${host}:${tcpPort}/`), 'close'),
  ];
  const tried = ways.flatMap((way) => hosts.map(async (host) => way(host)));
  window.open(`http://localhost:${tcpPort}/window`);
  await Promise.race([Promise.allSettled(tried), new Promise((resolve) => setTimeout(resolve, limitMs))]);
}
