import { expect, it } from 'vitest';
import { Envelope, isEnvelope } from './call.ts';

const good = { flag: true, data: null, statusCode: '000000', traceId: 'a' };

it('accepts an envelope of the service', () => {
  const refused = { ...good, flag: false, statusCode: '400001', errorCode: 'INPUT_INVALID', errorMessage: 'No.' };

  for (const envelope of [good, refused]) {
    expect(isEnvelope(envelope)).toBe(true);
    expect(Envelope.safeParse(envelope).success).toBe(true);
  }
});

it.each([
  null,
  'text',
  {},
  { error: 'bad gateway' },
  { ...good, flag: 1 },
  { ...good, statusCode: '200' },
  { ...good, traceId: undefined },
])('rejects an answer that a proxy may have made: %j', (reply) => {
  expect(isEnvelope(reply)).toBe(false);
  expect(Envelope.safeParse(reply).success).toBe(false);
});
