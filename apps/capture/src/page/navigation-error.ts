import type { Capture } from '../capture.ts';
import { CaptureError } from '../capture-error.ts';

/** From the browser's word for a failed navigation, and what the egress proxy knows of it, to the reason of the capture. */
export function navigationError(errorText: string, capture: Capture): CaptureError {
  if (/ERR_CERT_|ERR_SSL_(OBSOLETE|SERVER_CERT|PINNED)/.test(errorText))
    return new CaptureError('TLS_INVALID', `The browser does not accept the site’s certificate (${errorText}).`);
  if (/ERR_TOO_MANY_REDIRECTS/.test(errorText))
    return new CaptureError(
      'NOT_A_PAGE',
      'The address only leads from one redirect to the next; no page was received.',
    );
  if (/ERR_ABORTED/.test(errorText))
    return new CaptureError('NOT_A_PAGE', 'The site answered without a page (no content).');
  return proxyError(capture) ?? new CaptureError('CONNECTION_FAILED', `The site could not be reached (${errorText}).`);
}

/** What the proxy said of the last connection, where it was that connection that failed. */
export function proxyError(capture: Capture): CaptureError | null {
  const last = capture.egress.get().connections().at(-1);
  if (!last || last.verdict === 'allowed') return null;
  if (last.verdict === 'refused')
    return new CaptureError('EGRESS_REFUSED', `${last.host} may not be reached: ${last.why}.`);
  if (last.answers.length === 0)
    return new CaptureError('NAME_NOT_RESOLVED', `The name ${last.host} could not be resolved (${last.why}).`);
  return new CaptureError(
    'CONNECTION_FAILED',
    `${last.host} (${last.answers.join(', ')}) could not be reached: ${last.why}.`,
  );
}
