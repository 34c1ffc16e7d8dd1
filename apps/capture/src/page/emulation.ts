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

export function emulationFor(lease: BrowserHandle, { device, viewport, locale, timezone }: CaptureJob): Emulation {
  const [language = locale] = locale.split('-');
  return {
    ownUserAgent: lease.userAgent,
    userAgent: userAgentOf(lease, device),
    acceptLanguage: language === locale ? locale : `${locale},${language};q=0.9`,
    timezone,
    deviceMetrics: { ...viewport, deviceScaleFactor: 1, mobile: device === 'phone' },
    focus: true,
  };
}

/** The form that Chrome sends on phones since version 110, which names neither model nor system version. */
function userAgentOf({ userAgent }: BrowserHandle, device: CaptureJob['device']): string {
  const named = userAgent.replace('HeadlessChrome', 'Chrome');
  if (device === 'desktop') return named;
  const [major = '0'] = (/Chrome\/(\d+)/.exec(named) ?? []).slice(1);
  return `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Mobile Safari/537.36`;
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
  { userAgent, acceptLanguage, timezone, deviceMetrics: { mobile } }: Emulation,
): Promise<unknown> {
  // The browser adds the weights.
  const languages = acceptLanguage.replaceAll(/;q=[\d.]+/g, '');
  const identity = {
    userAgent,
    acceptLanguage: languages,
    platform: mobile ? 'Linux armv81' : 'Linux x86_64',
    userAgentMetadata: clientHints(userAgent, mobile),
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
    page.send('Emulation.setTouchEmulationEnabled', { enabled: deviceMetrics.mobile }),
  ]);
}

/**
 * Overriding the user agent removes the browser's client hints, so they are supplied here (W3C User-Agent Client
 * Hints).
 */
function clientHints(userAgent: string, mobile: boolean): Protocol.Emulation.UserAgentMetadata {
  const version = /Chrome\/([\d.]+)/.exec(userAgent)?.[1] ?? '0';
  const [major = version] = version.split('.');
  return {
    brands: [
      { brand: 'Chromium', version: major },
      { brand: 'Not_A Brand', version: '99' },
    ],
    fullVersionList: [{ brand: 'Chromium', version }],
    platform: mobile ? 'Android' : 'Linux',
    platformVersion: '',
    architecture: mobile ? '' : 'x86',
    bitness: mobile ? '' : '64',
    model: '',
    mobile,
  };
}
