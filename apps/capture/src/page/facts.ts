import type { PageFacts } from '@proofkeep/contract';
import type { Protocol } from 'devtools-protocol';
import type { Capture } from '../capture.ts';

/** Returns the known facts about the page at the end of the capture, whatever its outcome. */
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
    siteDate: siteDate(response),
    redirects: document?.redirects ?? [],
    heightPx: capture.heightPx,
    tls: response?.securityDetails ? tlsFacts(response.securityDetails, document?.securityState ?? null) : null,
  };
}

/** Returns the address that the proxy dialled for the page's host; the browser itself sees only the proxy. */
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

/** IMF-fixdate, the only form that a server may send (RFC 9110 §5.6.7). */
const fixedDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function siteDate(response: Protocol.Network.Response | null): string | null {
  const text = headerOf(response, 'date') ?? '';
  const date = new Date(fixedDate.test(text) ? text : Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function headerOf(response: Protocol.Network.Response | null, name: string): string | undefined {
  const entry = Object.entries(response?.headers ?? {}).find(([key]) => key.toLowerCase() === name);
  return entry?.[1];
}
