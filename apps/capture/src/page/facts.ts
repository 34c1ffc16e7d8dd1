import type { PageFacts } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { Capture } from '../capture.ts';

/** What is known of the page when the capture has ended, however it ended. */
export function pageFacts(capture: Capture): PageFacts {
  const document = capture.document.peek();
  const response = document?.response ?? null;
  return {
    requestedUrl: capture.url.peek()?.href ?? capture.job.url,
    finalUrl: document?.committed?.url ?? null,
    title: capture.title,
    status: response?.status ?? null,
    protocol: response?.protocol ?? null,
    serverAddress: serverAddress(capture),
    contentLanguage: headerOf(response, 'content-language') ?? null,
    redirects: document?.redirects ?? [],
    heightPx: capture.heightPx,
    tls: response?.securityDetails ? tlsFacts(response.securityDetails, document?.securityState ?? null) : null,
  };
}

/** The address the proxy dialled for the page's host: the browser itself only ever sees the proxy. */
function serverAddress(capture: Capture): string | null {
  const url = URL.parse(capture.document.peek()?.committed?.url ?? '');
  const host = url?.hostname.replace(/^\[|\]$/g, '');
  const dialled = capture.egress
    .peek()
    ?.connections()
    .find((connection) => connection.host === host && connection.address);
  return dialled ? `${dialled.address}:${dialled.port}` : null;
}

function tlsFacts(
  details: Protocol.Network.SecurityDetails,
  state: Protocol.Security.VisibleSecurityState | null,
): PageFacts['tls'] {
  const error = state?.certificateSecurityState?.certificateNetworkError;
  return {
    protocol: details.protocol,
    subject: details.subjectName,
    issuer: details.issuer,
    validFrom: new Date(details.validFrom * 1000).toISOString(),
    validTo: new Date(details.validTo * 1000).toISOString(),
    verdict: error ? `rejected: ${error}` : `accepted (${state?.securityState ?? 'unknown'})`,
  };
}

/**
 * Own clock against the site's (`Date`, RFC 9110 §6.6.1): no time source, and to the second only, but a second witness.
 * Null where the answer came from a cache (`Age`) or says no time.
 */
export function clockAgainstSite(capture: Capture): { clockOffsetMs: number; clockReference: string } | null {
  const document = capture.document.peek();
  const response = document?.response;
  const date = Date.parse(headerOf(response ?? null, 'date') ?? '');
  if (!response || Number.isNaN(date) || headerOf(response, 'age') !== undefined || !document?.receivedAt) return null;
  return {
    // The header is cut to whole seconds: half a second on average.
    clockOffsetMs: Math.round(document.receivedAt - date - 500),
    clockReference: `Date header of ${new URL(response.url).host}, to the second; an indication only`,
  };
}

function headerOf(response: Protocol.Network.Response | null, name: string): string | undefined {
  const entry = Object.entries(response?.headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return entry?.[1];
}
