import { type Message, message, type PlainMessageName } from '@proofkeep/contract';

/** Errors of sockets, name servers and TLS of this machine's system (errno(3), Node's `code`). */
const systemErrors: readonly (readonly [RegExp, PlainMessageName])[] = [
  [/^(ENOTFOUND|ENODATA)$/, 'network.unknown-name'],
  [/^(EAI_|ETIMEOUT|ESERVFAIL|EREFUSED)/, 'network.no-resolver'],
  [/^ECONNREFUSED$/, 'network.refused'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)$/, 'network.reset'],
  [/^(ETIMEDOUT|ABORT_ERR)$/, 'network.timeout'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'network.no-route'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_|UNABLE_TO_|CERT_|SELF_SIGNED_|DEPTH_ZERO_)/, 'network.tls'],
  [/^(HPE_|ERR_HTTP_)/, 'network.malformed'],
];

/** Returns null for an error that isn't a network error. */
export function systemMessage(error: unknown): Message | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return message('network.timeout');
  // Node tried several addresses (RFC 8305). Report the first error.
  if (error instanceof AggregateError) return systemMessage(error.errors[0]);
  const code = 'code' in error ? String(error.code) : '';
  const name = systemErrors.find(([pattern]) => pattern.test(code))?.[1];
  return name ? message(name) : null;
}

/** Errors of the browser, `net::ERR_…` (Chromium, net_error_list.h). */
const browserErrors: readonly (readonly [RegExp, PlainMessageName])[] = [
  [/CERT_AUTHORITY_INVALID/, 'tls.untrusted'],
  [/CERT_COMMON_NAME_INVALID|CERT_NAME_CONSTRAINT/, 'tls.other-name'],
  [/CERT_DATE_INVALID|CERT_VALIDITY_TOO_LONG/, 'tls.date'],
  [/CERT_REVOKED|KNOWN_INTERCEPTION/, 'tls.revoked'],
  [/CERT_WEAK_|SSL_OBSOLETE|SSL_VERSION_OR_CIPHER/, 'tls.weak'],
  [/CERTIFICATE_TRANSPARENCY/, 'tls.transparency'],
  [/ERR_CERT_|SSL_SERVER_CERT|SSL_PINNED/, 'tls.unnamed'],
  [/NAME_NOT_RESOLVED|ICANN_NAME_COLLISION/, 'network.unknown-name'],
  [/DNS_/, 'network.no-resolver'],
  [/CONNECTION_REFUSED/, 'network.refused'],
  [/CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_ABORTED|SOCKET_NOT_CONNECTED|QUIC_|HTTP2_/, 'network.reset'],
  [/TIMED_OUT/, 'network.timeout'],
  [/ADDRESS_UNREACHABLE|INTERNET_DISCONNECTED|NETWORK_CHANGED|ADDRESS_INVALID/, 'network.no-route'],
  [/SSL_|BAD_SSL/, 'network.tls'],
  [
    /INVALID_HTTP_RESPONSE|INVALID_RESPONSE|RESPONSE_HEADERS|UNEXPECTED|INVALID_REDIRECT|UNSAFE_REDIRECT/,
    'network.malformed',
  ],
  [/EMPTY_RESPONSE/, 'network.empty'],
  [/CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED/, 'network.short'],
  [/DECODING|CONTENT_DECODING/, 'network.decoding'],
  [/TOO_MANY_REDIRECTS/, 'load.redirects'],
  [/TUNNEL|PROXY/, 'network.proxy'],
  [/BLOCKED_BY|UNSAFE_PORT|DISALLOWED_URL|UNKNOWN_URL_SCHEME/, 'network.blocked'],
  [/ABORTED/, 'network.cancelled'],
];

/** Returns a sentence for an error of the browser, whose own text is recorded separately (`errorCode`). */
export const browserMessage = (errorText: string): Message =>
  message(browserErrors.find(([pattern]) => pattern.test(errorText))?.[1] ?? 'network.other');
