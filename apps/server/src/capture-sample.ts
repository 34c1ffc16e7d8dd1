import { preserve } from './cli/local/preserve.ts';
import type { Installation } from './installation.ts';

/** Short, because a visitor is waiting for the sample. */
const longestMs = 60_000;

/**
 * Captures the sample product page, which this service shows at its public URL, with the browser of this machine, and
 * seals it. @returns its number; null if it can't be captured, such as when this machine doesn't reach the public URL
 */
export async function captureSample(installation: Installation, publicUrl: string): Promise<string | null> {
  const page = new URL('/sample.html', publicUrl);
  const port = page.port || (page.protocol === 'https:' ? '443' : '80');
  const preserved = await preserve(installation, {
    url: page.href,
    dismissConsent: false,
    tls: 'require-valid',
    egressAllow: [`${page.hostname}:${port}`],
    operator: '存真 Proofkeep',
    onEvent: () => {},
    onRung: () => {},
    signal: AbortSignal.timeout(longestMs),
  });
  return preserved.sealed ? preserved.ano : null;
}
