/** In addition to the frame's own: whatever frames a replay, it opens nothing, leads nowhere and submits nothing. */
const sandbox = 'sandbox allow-scripts allow-same-origin';

/** No page that is replayed asks for anything of the device it is looked at on. */
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
 * For every reply of the origin that replays. The first closes in browsers that know it (wicg.github.io/connection-allowlists)
 * what no directive of CSP does: WebRTC, and connections that are opened ahead of any request. Redirects are left to CSP, as
 * the replayer answers with some.
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
 * For the page around the replayer. A captured page of the same origin runs scripts in it, so this page too reaches nothing but
 * what is under the address of its own replay, and the replayer's scripts.
 * @param base address of the replay, with a slash at its end
 * @param scripts address of the replayer's scripts, with a slash at its end
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
 * For the service worker of a replay, and for workers made of the same script. The service worker fetches what those workers
 * import, so it reaches the replayer's scripts too.
 */
export const workerPolicy = (base: string, scripts: string): string =>
  `default-src 'none'; script-src ${base} ${scripts} 'unsafe-eval' 'wasm-unsafe-eval'; connect-src ${base} ${scripts}`;

/** For the replayer's files at their common address: no worker and no frame made of them reaches anything. */
export const inertPolicy = "default-src 'none'; sandbox";

/**
 * For what the replayer's service worker makes of a captured page, and for the frame around that. Nothing is reached but what
 * lies under the address of this one replay, which the service worker answers, and the replayer's scripts.
 * @param base address of the replay, with a slash at its end
 */
export const replayedPolicy = (base: string, scripts: string, siteOrigin: string): string =>
  [
    `default-src ${base} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    `script-src ${base} ${scripts} data: blob: 'unsafe-inline' 'unsafe-eval'`,
    `worker-src ${base} data: blob:`,
    "object-src 'none'",
    `base-uri ${base}`,
    "form-action 'none'",
    `frame-ancestors 'self' ${siteOrigin}`,
    sandbox,
  ].join('; ');
