import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CourtReport, readCourtReport } from './court-report.ts';
import { keyIdOf, signatureHeaders } from './signed-request.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const url = 'https://proofkeep.example/creditor/court/report';
const now = new Date('2026-11-23T08:00:00Z');
const report = { about: 'list', submission: 'JZ1-2', state: 'accepted' };
const body = Buffer.from(JSON.stringify(report));

interface Sent {
  headers: Record<string, string>;
  body?: Buffer;
  url?: string;
  now?: Date;
}

const signed = (o: { body?: Buffer; url?: string; key?: typeof privateKey } = {}) => {
  const key = o.key ?? privateKey;
  return signatureHeaders(
    { key, keyId: keyIdOf(key) },
    { method: 'POST', url: o.url ?? url, body: o.body ?? body, now },
  );
};
const read = (sent: Sent): CourtReport => readCourtReport(publicKey, { url, body, now, ...sent });
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe('a report of the court', () => {
  it('is read if it is signed as documented, and within five minutes', () => {
    // Written as docs/formats/court-push.md describes it, without the code that signs our own requests.
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    const parameters = `("@method" "@target-uri" "content-digest");created=${now.getTime() / 1000};keyid="${keyIdOf(privateKey)}";alg="ed25519"`;
    const base = `"@method": POST\n"@target-uri": ${url}\n"content-digest": ${digest}\n"@signature-params": ${parameters}`;
    const signature = sign(null, Buffer.from(base), privateKey).toString('base64');
    const headers = {
      'content-digest': digest,
      'signature-input': `court=${parameters}`,
      signature: `court=:${signature}:`,
    };

    expect(read({ headers })).toEqual(report);
    expect(read({ headers, now: after(299) })).toEqual(report);
  });

  it.each<[string, () => Sent]>([
    ['after five minutes', () => ({ headers: signed(), now: after(301) })],
    ['before its time', () => ({ headers: signed(), now: after(-301) })],
    ['for another URL', () => ({ headers: signed({ url: 'https://other.example/creditor/court/report' }) })],
    ['of another body', () => ({ headers: signed(), body: Buffer.from('{}') })],
    [
      'with the digest of another body',
      () => {
        const other = Buffer.from(JSON.stringify({ ...report, state: 'returned', reason: 'x' }));
        return {
          headers: { ...signed(), 'content-digest': signed({ body: other })['content-digest'] ?? '' },
          body: other,
        };
      },
    ],
    ['by another key', () => ({ headers: signed({ key: generateKeyPairSync('ed25519').privateKey }) })],
    [
      'by another key under the name of ours',
      () => {
        const { privateKey: key } = generateKeyPairSync('ed25519');
        const headers = signatureHeaders({ key, keyId: keyIdOf(privateKey) }, { method: 'POST', url, body, now });
        return { headers };
      },
    ],
    [
      'without the body among what it covers',
      () => ({
        headers: {
          ...signatureHeaders({ key: privateKey, keyId: keyIdOf(privateKey) }, { method: 'POST', url, now }),
          'content-digest': signed()['content-digest'] ?? '',
        },
      }),
    ],
    ['without a signature', () => ({ headers: { 'content-digest': signed()['content-digest'] ?? '' } })],
  ])('is refused %s', (_how, sent) => {
    expect(() => read(sent())).toThrow(expect.objectContaining({ isUnsigned: true }));
  });

  it.each([
    { about: 'list', submission: 'JZ1-2', state: 'returned' },
    { about: 'list', submission: 'JZ1-2', state: 'pending' },
    { about: 'evidence', submission: 'PK1-1', state: 'accepted' },
    { about: 'evidence', submission: 'PK1-1', state: 'received', reference: 'C\u00001' },
    { about: 'evidence', submission: 'PK1-1', state: 'refused', reason: '\u001b[2J' },
    { about: 'evidence', submission: 'PK\u00001-1', state: 'received', reference: 'C1' },
    'text',
  ])('is refused in another form, also with control characters (%j)', (other) => {
    const sent = Buffer.from(JSON.stringify(other));

    expect(() => read({ headers: signed({ body: sent }), body: sent })).toThrow(
      expect.objectContaining({ isUnsigned: false }),
    );
  });
});
