import type { CaptureJob } from '@proofkeep/contract';

export interface BrowserSettings extends Pick<CaptureJob, 'locale' | 'viewport' | 'tls'> {
  /** Public keys (base64 SHA-256 of the SubjectPublicKeyInfo) that the browser takes as valid. */
  trustSpki: readonly string[];
}

export function flags(profileDir: string, proxyPort: number, settings: BrowserSettings): string[] {
  const { locale, viewport, tls, trustSpki } = settings;
  return [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profileDir}`,
    `--proxy-server=127.0.0.1:${proxyPort}`,
    // Without this Chromium goes past the proxy to loopback and link-local addresses.
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
    // It asks who is signed in as soon as it sees a network, which would stand in the evidence as if the page had asked.
    '--gaia-url=http://127.0.0.1:1/',
    '--disable-field-trial-config',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-pings',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    // Windows that the page opens are part of what it does; the capture closes those beyond its limit.
    '--disable-popup-blocking',
    // The last two draw the address bar's suggestions in a renderer of their own: measured 0.5 CPU s and 60 MB a start.
    '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,SpareRendererForSitePerProcess,BackForwardCache,LazyFrameLoading,HttpsUpgrades,WebUIOmniboxPopup,WebUIOmniboxAimPopup',
    ...(trustSpki.length > 0 ? [`--ignore-certificate-errors-spki-list=${trustSpki.join(',')}`] : []),
    ...(tls === 'record-invalid' ? ['--ignore-certificate-errors'] : []),
    'about:blank',
  ];
}
