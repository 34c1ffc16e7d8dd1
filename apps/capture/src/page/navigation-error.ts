import { say } from '@proofkeep/contract';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';

/** From the browser's word for a failed navigation, and what the egress proxy knows of it, to the reason of the capture. */
export function navigationError(errorText: string, capture: Capture): CaptureError {
  if (/ERR_CERT_|ERR_SSL_(OBSOLETE|SERVER_CERT|PINNED)/.test(errorText))
    return new CaptureError('TLS_INVALID', say('load.certificate', { error: errorText }));
  if (/ERR_TOO_MANY_REDIRECTS/.test(errorText)) return new CaptureError('NOT_A_PAGE', say('load.redirects'));
  if (/ERR_ABORTED/.test(errorText)) return new CaptureError('NOT_A_PAGE', say('load.no-content'));
  return proxyError(capture) ?? new CaptureError('CONNECTION_FAILED', say('load.unreachable', { error: errorText }));
}

/** What the proxy said of the last connection, where it was that connection that failed. */
export function proxyError(capture: Capture): CaptureError | null {
  const last = capture.egress.get().connections().at(-1);
  if (!last?.why) return null;
  const { host, verdict, answers, why } = last;
  if (verdict === 'refused') return new CaptureError('EGRESS_REFUSED', say('egress.refused', { host, why }));
  if (answers.length === 0) return new CaptureError('NAME_NOT_RESOLVED', say('egress.unresolved', { host, why }));
  const addresses = answers.join(', ');
  return new CaptureError('CONNECTION_FAILED', say('egress.unreachable', { host, addresses, why }));
}
