/** No windows, no forms, no navigation above, whatever the frame's own `sandbox` says. */
const sandbox = 'sandbox allow-scripts allow-same-origin';

/** A replayed page gets no access to the device on which it is viewed. */
const permissions = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

/**
 * For every response of a replay origin. Connection-Allowlist (wicg.github.io/connection-allowlists) blocks what no CSP
 * directive does, in browsers that support it: WebRTC, and connections opened ahead of a request. Redirects are left to
 * CSP, because the replayer answers with some.
 */
export const common: Record<string, string> = {
  'permissions-policy': permissions.map((name) => `${name}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'connection-allowlist': '(response-origin);redirects=allow;webrtc=block',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
};

/**
 * For the page around the replayer. A captured page has the same origin and can run scripts in it, so this page may
 * also reach only what is below the URL of its replay, and the replayer's scripts. @param base URL of the replay, ends
 * in a slash @param scripts URL of the replayer's scripts, ends in a slash
 */
export const pagePolicy = (base: string, scripts: string, ancestors: string): string =>
  [
    "default-src 'none'",
    `script-src ${base} ${scripts}`,
    "style-src 'unsafe-inline'",
    `frame-src ${base}`,
    `worker-src ${base}`,
    `connect-src ${base}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    sandbox,
  ].join('; ');

/**
 * For the page of a tab. It can't be framed, runs no script, and contains one frame: the replay. Unlike the replay it
 * has an origin without captured content, so a captured page can neither change it nor navigate its frame elsewhere.
 */
export const tabPolicy = (base: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `frame-src ${base}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    sandbox,
  ].join('; ');

/**
 * For a replay's service worker, and for workers made from the same script. The service worker fetches what those
 * workers import, so it may also reach the replayer's scripts.
 */
export const workerPolicy = (base: string, scripts: string): string =>
  `default-src 'none'; script-src ${base} ${scripts} 'unsafe-eval' 'wasm-unsafe-eval'; connect-src ${base} ${scripts}`;

/** For the replayer's files at their shared URL: no worker or frame made from them can reach anything. */
export const inertPolicy = "default-src 'none'; sandbox";

/**
 * For responses of the replayer's service worker: the captured page and the frame around it. They may reach only what
 * is below the URL of this replay, which the service worker answers, and the replayer's scripts. @param base URL of the
 * replay, ends in a slash
 */
export const replayedPolicy = (base: string, scripts: string, ancestors: string): string =>
  [
    `default-src ${base} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    `script-src ${base} ${scripts} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    `worker-src ${base} data: blob:`,
    "object-src 'none'",
    `base-uri ${base}`,
    "form-action 'none'",
    `frame-ancestors 'self' ${ancestors}`,
    sandbox,
  ].join('; ');
