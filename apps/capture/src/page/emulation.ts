import type { CaptureJob } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { CdpBus, SessionId } from '../browser/cdp.ts';
import type { BrowserHandle } from '../browser/host.ts';
import type { Page } from './page.ts';

/** Settings that make the browser look like one with a window, in the requested language and time zone. */
export interface Emulation {
  /** The browser's own user agent; differs from the one sent only in the word “Headless”. */
  ownUserAgent: string;
  userAgent: string;
  /** Value of the header Accept-Language (RFC 9110 §12.5.4). */
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
 * Sets the same user agent, language and time zone in every target: pages, frames of other sites, workers. Call before
 * the recorder attaches: a new target is paused until the recorder resumes it, and a session's commands are executed in
 * order, so nothing of the target runs before these are set.
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
  // The browser adds the weights.
  const languages = acceptLanguage.replaceAll(/;q=[\d.]+/g, '');
  const identity = {
    userAgent,
    acceptLanguage: languages,
    platform: 'Linux x86_64',
    userAgentMetadata: clientHints(userAgent),
  };
  // A target may reject one of these: its type does not support it, or a second page's process already has a time zone.
  // Harmless.
  return Promise.allSettled([
    bus.send('Emulation.setUserAgentOverride', identity, sessionId),
    bus.send('Emulation.setTimezoneOverride', { timezoneId: timezone }, sessionId),
  ]);
}

/** Emulates a window: its size and focus. */
export async function emulateWindow(page: Page, { deviceMetrics }: Emulation): Promise<void> {
  await Promise.all([
    page.send('Emulation.setDeviceMetricsOverride', deviceMetrics),
    page.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
  ]);
}

/**
 * Overriding the user agent removes the browser's client hints, so they are supplied here (W3C User-Agent Client
 * Hints).
 */
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
