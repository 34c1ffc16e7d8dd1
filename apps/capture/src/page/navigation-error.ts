import { message } from '@proofkeep/contract';
import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';
import type { Connection } from '../egress/connection.ts';
import { browserMessage } from '../network-messages.ts';

/** Maps the browser's error of a failed navigation, and the proxy's record of it, to the capture's reason. */
export function navigationError(errorText: string, capture: Capture): CaptureError {
  if (/ERR_CERT_|ERR_SSL_(OBSOLETE|SERVER_CERT|PINNED)/.test(errorText))
    return new CaptureError('TLS_INVALID', message('load.certificate', { error: browserMessage(errorText) }));
  if (/ERR_TOO_MANY_REDIRECTS/.test(errorText)) return new CaptureError('NOT_A_PAGE', message('load.redirects'));
  if (/ERR_ABORTED/.test(errorText)) return new CaptureError('NOT_A_PAGE', message('load.no-content'));
  return (
    proxyError(capture) ??
    new CaptureError('CONNECTION_FAILED', message('load.unreachable', { error: browserMessage(errorText) }))
  );
}

/** Returns the proxy's reason for the last connection that failed; the browser asks for an icon of the proxy's own answer too. */
export function proxyError(capture: Capture): CaptureError | null {
  const last = capture.egress
    .get()
    .connections()
    .findLast(({ why }) => why !== null);
  return last ? connectionError(last) : null;
}

/** Returns why a connection failed; null if it did not. */
export function connectionError({ host, verdict, answers, why }: Connection): CaptureError | null {
  if (!why) return null;
  if (verdict === 'refused') return new CaptureError('EGRESS_REFUSED', message('egress.refused', { host, why }));
  if (answers.length === 0) return new CaptureError('NAME_NOT_RESOLVED', message('egress.unresolved', { host, why }));
  // The URL names an address itself.
  if (answers.every((address) => address === host))
    return new CaptureError('CONNECTION_FAILED', message('load.unreachable', { error: why }));
  const addresses = answers.join(', ');
  return new CaptureError('CONNECTION_FAILED', message('egress.unreachable', { host, addresses, why }));
}
