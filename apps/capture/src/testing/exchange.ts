import { type Exchange, newExchange, type Response } from '../record/exchange.ts';
import type { WarcOrigin } from '../record/warc-record.ts';

/** Content of the warcinfo record in tests. */
export const origin: WarcOrigin = {
  software: 'test/1',
  operator: 'Test <test@example.com>',
  hostname: 'node-1',
  userAgent: 'Mozilla/5.0 Chrome/156.0.0.0',
};

/** Returns a successful exchange with the given differences. */
export const answered = (url: string, given: Partial<Exchange> = {}, response: Partial<Response> = {}): Exchange => ({
  ...newExchange({
    url,
    method: 'GET',
    type: 'Fetch',
    startedAt: new Date('2026-11-20T08:00:00.123Z'),
    sessionId: undefined,
    frameId: undefined,
    requestHeaders: [['Accept', '*/*']],
  }),
  outcome: 'finished',
  response: {
    status: 200,
    statusText: 'OK',
    protocol: 'h2',
    headers: [['Content-Type', 'text/plain']],
    mimeType: 'text/plain',
    tls: { protocol: 'TLS 1.3', cipher: 'AES_128_GCM' },
    fromServiceWorker: false,
    fromCache: false,
    ...response,
  },
  ...given,
});
