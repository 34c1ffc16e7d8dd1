import type { CaptureJob } from '@proofkeep/contract';

export interface BrowserSettings extends Pick<CaptureJob, 'locale' | 'viewport' | 'tls'> {
  /** Public keys (base64 SHA-256 of the SubjectPublicKeyInfo) that the browser accepts as valid. */
  trustSpki: readonly string[];
}

export function flags(profileDir: string, proxyPort: number, settings: BrowserSettings): string[] {
  const { locale, viewport, tls, trustSpki } = settings;
  return [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profileDir}`,
    `--proxy-server=127.0.0.1:${proxyPort}`,
    // Without this flag Chromium bypasses the proxy for loopback and link-local addresses.
    '--proxy-bypass-list=<-loopback>',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--lang=${locale}`,
    `--window-size=${viewport.width},${viewport.height}`,
    '--force-device-scale-factor=1',
    '--hide-scrollbars',
    '--mute-audio',
    '--disable-gpu',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-component-extensions-with-background-pages',
    '--disable-default-apps',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-domain-reliability',
    // Chromium asks for signed-in accounts as soon as it sees a network; in the evidence that request would look like
    // the page's.
    '--gaia-url=http://127.0.0.1:1/',
    '--disable-field-trial-config',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    // Windows that the page opens are part of its behaviour; the capture closes those above its limit.
    '--disable-popup-blocking',
    // The last two render the address bar's suggestions in a separate renderer: measured at 0.5 CPU s and 60 MB per
    // start.
    '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,SpareRendererForSitePerProcess,BackForwardCache,LazyFrameLoading,HttpsUpgrades,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
    ...(trustSpki.length > 0 ? [`--ignore-certificate-errors-spki-list=${trustSpki.join(',')}`] : []),
    ...(tls === 'record-invalid' ? ['--ignore-certificate-errors'] : []),
    'about:blank',
  ];
}
