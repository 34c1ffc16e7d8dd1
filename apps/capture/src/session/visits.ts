import { X509Certificate } from 'node:crypto';
import type { VisitedPage } from '@proofkeep/contract';
import type { ArtifactSink } from '../record/sink.ts';
import type { PageEvents } from './page-events.ts';
import type { Tab } from './tabs.ts';

/** Maximum number of entries in the report; the events have more of them. */
const mostListed = 500;
/** Maximum number of sites whose TLS certificates are kept. */
const mostChains = 200;
const titleMs = 2_000;
const titleLength = 500;

export interface History {
  canGoBack: boolean;
  canGoForward: boolean;
}

/** Records the pages that a session visits: URLs, titles, and the TLS chain of each site. */
export class Visits {
  readonly pages: VisitedPage[] = [];
  /** Number of later visits, which aren't listed. */
  more = 0;
  /** History of the front tab. */
  history: History = { canGoBack: false, canGoForward: false };
  readonly #events: PageEvents;
  readonly #sink: ArtifactSink;
  readonly #chains = new Set<string>();

  constructor(events: PageEvents, sink: ArtifactSink) {
    this.#events = events;
    this.#sink = sink;
  }

  /** A tab has a new main document. */
  arrived(tab: Tab): void {
    if (tab.url === 'about:blank') return;
    const atMs = this.#events.add('page', { tab: tab.id, url: tab.url });
    if (atMs === null) {
      this.more += 1;
      return;
    }
    const page: VisitedPage = { atMs, tab: tab.id, url: tab.url.slice(0, 8192), title: '' };
    if (this.pages.length < mostListed) this.pages.push(page);
    else this.more += 1;
    void this.#keepChain(tab).catch(() => {});
  }

  /** Reads title and history of the front tab, for which the browser has no event. @returns whether they changed */
  async read(tab: Tab | null): Promise<boolean> {
    if (!tab || tab.dialog) return false;
    const found = await tab.page.send('Page.getNavigationHistory', undefined, titleMs).catch(() => null);
    if (!found) return false;
    const { currentIndex, entries } = found;
    const title = entries[currentIndex]?.title.slice(0, titleLength) ?? '';
    const history = { canGoBack: currentIndex > 0, canGoForward: currentIndex < entries.length - 1 };
    const { canGoBack, canGoForward } = this.history;
    const isSame = canGoBack === history.canGoBack && canGoForward === history.canGoForward;
    if (isSame && tab.title === title) return false;
    if (tab.title !== title) this.#setTitle(tab, title);
    this.history = history;
    return true;
  }

  #setTitle(tab: Tab, title: string): void {
    tab.title = title;
    const page = this.pages.findLast((one) => one.tab === tab.id);
    if (page?.url !== tab.url) return;
    if (this.#events.add('title', { tab: tab.id, title }) !== null) page.title = title;
  }

  /** Stores a site's certificate chain as received by the browser, once. */
  async #keepChain({ id, url, page }: Tab): Promise<void> {
    if (!url.startsWith('https:') || this.#chains.size >= mostChains) return;
    const { origin } = new URL(url);
    if (this.#chains.has(origin)) return;
    this.#chains.add(origin);
    const { tableNames } = await page.send('Network.getCertificate', { origin });
    if (tableNames.length === 0) return void this.#chains.delete(origin);
    const pem = tableNames.map((der) => new X509Certificate(Buffer.from(der, 'base64')).toString()).join('');
    const path = `certificates/${String(this.#chains.size).padStart(4, '0')}.pem`;
    await this.#sink.put('certificates', path, 'application/x-pem-file', Buffer.from(pem));
    this.#events.add('certificates', { tab: id, origin, path, count: tableNames.length });
  }
}
