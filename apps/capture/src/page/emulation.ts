import type { CaptureJob } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { BrowserHandle } from '../browser/host.ts';
import type { Page } from './page.ts';

/** What is set in the browser so that it presents itself as one with a window, of the language and zone asked for. */
export interface Emulation {
  /** As the browser names itself when asked; differs from the one sent only in the word “Headless”. */
  ownUserAgent: string;
  userAgent: string;
  /** As sent (RFC 9110 §12.5.4). */
  acceptLanguage: string;
  timezone: string;
  deviceMetrics: { width: number; height: number; deviceScaleFactor: number; mobile: boolean };
  focus: true;
}

export function emulationFor(lease: BrowserHandle, { viewport, locale, timezone }: CaptureJob): Emulation {
  const [language = locale] = locale.split('-');
  return {
    ownUserAgent: lease.userAgent,
    userAgent: lease.userAgent.replace('HeadlessChrome', 'Chrome'),
    acceptLanguage: language === locale ? locale : `${locale},${language};q=0.9`,
    timezone,
    deviceMetrics: { ...viewport, deviceScaleFactor: 1, mobile: false },
    focus: true,
  };
}

/**
 * Names the browser, its language and zone the same way in every target: pages, frames of other sites, workers.
 * To be called before the recorder attaches: a new target is held until the recorder lets it go, and commands of a
 * session are obeyed in order, so nothing of the target runs before these are set.
 */
export function presentEverywhere(bus: CdpBus, emulation: Emulation): void {
  bus.on('Target.attachedToTarget', ({ sessionId }) => {
    void present(bus, sessionId, emulation);
  });
}

function present(
  bus: CdpBus,
  sessionId: SessionId,
  { userAgent, acceptLanguage, timezone }: Emulation,
): Promise<unknown> {
  // The browser adds the weights itself.
  const languages = acceptLanguage.replaceAll(/;q=[\d.]+/g, '');
  const identity = {
    userAgent,
    acceptLanguage: languages,
    platform: 'Linux x86_64',
    userAgentMetadata: clientHints(userAgent),
  };
  // A kind of target that knows one of these not, or a second page in a process whose zone is set already, refuses: no harm.
  return Promise.allSettled([
    bus.send('Emulation.setUserAgentOverride', identity, sessionId),
    bus.send('Emulation.setTimezoneOverride', { timezoneId: timezone }, sessionId),
  ]);
}

/** The window: its size, and the focus that a window in front of its reader has. */
export async function emulateWindow(page: Page, { deviceMetrics }: Emulation): Promise<void> {
  await Promise.all([
    page.send('Emulation.setDeviceMetricsOverride', deviceMetrics),
    page.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ]);
}

/** An overridden name takes the browser's own client hints away, so they are given again (W3C User-Agent Client Hints). */
function clientHints(userAgent: string): Protocol.Emulation.UserAgentMetadata {
  const version = /Chrome\/([\d.]+)/.exec(userAgent)?.[1] ?? '0';
  const [major = version] = version.split('.');
  return {
    brands: [
      { brand: 'Chromium', version: major },
      { brand: 'Not_A Brand', version: '99' },
    ],
    fullVersionList: [{ brand: 'Chromium', version }],
    platform: 'Linux',
    platformVersion: '',
    architecture: 'x86',
    bitness: '64',
    model: '',
    mobile: false,
  };
}
