import { setTimeout as sleep } from 'node:timers/promises';
import { type Message, message } from '@proofkeep/contract';
import { checkUrl, parseAllowed } from '@proofkeep/egress';
import type { Capture } from '../capture.ts';
import { browserMessage } from '../network-messages.ts';
import { connectionError } from '../page/navigation-error.ts';
import type { Recording } from './recording.ts';
import type { Tab } from './tabs.ts';

const navigateMs = 60_000;
const arrivalMs = 3_000;
const lookMs = 20;

/** Opens what the user entered. Records why a URL was refused or couldn't be reached. @returns that reason */
export async function navigate(
  capture: Capture,
  recording: Pick<Recording, 'event'>,
  tab: Tab,
  address: string,
): Promise<Message | null> {
  // Like browsers: spaces around it don't count, and a name without a scheme is a web address.
  const entered = address.trim();
  const isBare = !/^[a-z][a-z0-9+.-]*:/i.test(entered) || /^[^/:]+:\d+(\/|$)/.test(entered);
  const checked = checkUrl(isBare ? `https://${entered}` : entered, parseAllowed(capture.job.egressAllow));
  if (!checked.ok) {
    recording.event('refused', { tab: tab.id, url: address, why: checked.message.text });
    return checked.message;
  }
  const { href } = checked.url;
  recording.event('navigate', { tab: tab.id, url: href });
  const before = capture.egress.get().connections().length;
  const answer = await tab.page.send('Page.navigate', { url: href }, navigateMs).catch(() => null);
  if (answer?.loaderId && !answer.errorText) await arrival(tab, answer.loaderId);
  const failed = failureOf(capture, { tab, href, before, errorText: answer?.errorText });
  if (failed)
    recording.event(failed.isRefused ? 'refused' : 'unreachable', { tab: tab.id, url: href, why: failed.said.text });
  return failed?.said ?? null;
}

/** Waits a little for a document: the browser may answer a navigation before it reports where redirects led. */
async function arrival(tab: Tab, loaderId: string): Promise<void> {
  for (const untilMs = Date.now() + arrivalMs; tab.loaderId !== loaderId && Date.now() < untilMs; ) await sleep(lookMs);
}

interface Attempt {
  tab: Tab;
  href: string;
  /** Number of earlier connections. */
  before: number;
  errorText: string | undefined;
}

/**
 * Why a page didn't open. Only connections to the page itself, or to its redirects, count: other tabs and resources of
 * the page may be refused meanwhile. Over plain HTTP the browser shows the proxy's refusal as a page.
 */
function failureOf(capture: Capture, { tab, href, before, errorText }: Attempt) {
  // A download or another navigation replaces the page.
  if (errorText?.includes('ERR_ABORTED')) return null;
  const places = [href, tab.url].flatMap((url) => placeOf(url) ?? []);
  const connection = capture.egress
    .get()
    .connections()
    .slice(before)
    .findLast(({ host, port, why }) => why !== null && places.includes(`${host}:${port}`));
  const error = connection ? connectionError(connection) : null;
  if (connection?.verdict === 'refused' && error) return { said: error.said, isRefused: true };
  if (!errorText) return null;
  const said = error?.said ?? message('load.unreachable', { error: browserMessage(errorText) });
  return { said, isRefused: false };
}

function placeOf(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed?.protocol.startsWith('http')) return null;
  const port = parsed.port || (parsed.protocol === 'https:' ? '443' : '80');
  return `${parsed.hostname.replace(/^\[|\]$/g, '')}:${port}`;
}

/** Goes back or forward, reloads or stops loading. */
export async function go({ page }: Tab, to: 'back' | 'forward' | 'reload' | 'stop'): Promise<void> {
  if (to === 'reload') await page.send('Page.reload');
  else if (to === 'stop') await page.send('Page.stopLoading');
  else {
    const { currentIndex, entries } = await page.send('Page.getNavigationHistory');
    const entry = entries[currentIndex + (to === 'back' ? -1 : 1)];
    if (entry) await page.send('Page.navigateToHistoryEntry', { entryId: entry.id });
  }
}
