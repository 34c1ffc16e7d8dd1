import type { JournalEntry } from '@proofkeep/bundle';
import { describe, expect, it } from 'vitest';
import { recordOf } from './record.ts';
import { expectedSigners } from './signers.ts';

const sha256 = 'ab'.repeat(32);
const notary = { role: 'notary', id: 'n', name: '赵敏' };
const issue = {
  deedNo: '（2026）深证字第 1 号',
  statementSha256: sha256,
  office: '测试公证处',
  notary: { name: '赵敏', licenceNo: '44030001', certificateSha256: sha256 },
  documents: [],
};
const inform = { kind: 'inform', version: 1, sha256, signers: ['p1', 'p2'] };
const parties = [
  { partyId: 'p1', role: 'applicant', kind: 'person', name: '王芳', representative: null },
  { partyId: 'p2', role: 'counterparty', kind: 'person', name: '王芳', representative: null },
];
type Written = Pick<JournalEntry, 'event' | 'actor' | 'detail'> & { at?: string };
const signedBy = (partyId: string, more: Record<string, string> = {}, id = partyId): Written => ({
  event: 'documents-signed',
  actor: { role: 'party', id, name: '王芳' },
  detail: { partyId, signer: '王芳', via: 'phone', handwritingSha256: sha256, documents: [inform], ...more },
});
const move = (event: string, from: string, to: string, detail: JournalEntry['detail'] = {}): Written => ({
  event,
  actor: notary,
  detail: { from, to, ...detail },
});
const accept = move('accept', 'draft', 'signing', { office: '测试公证处', parties, documents: [inform] });
const issued = move('issue', 'signing', 'issued', issue);
const signed = [signedBy('p2'), signedBy('p1', { via: 'desk' })];
const day = (hour: number) => `2026-11-23T0${hour}:00:00.000Z`;

const journal = (...written: Written[]): JournalEntry[] =>
  written.map((one, index) => ({
    v: 1,
    type: 'proofkeep-matter-journal',
    matter: 'GZ00000000000',
    seq: index + 1,
    at: day(index),
    originSha256: null,
    previous: null,
    ...one,
  }));

describe('the journal of a matter', () => {
  it('names parties, documents, signatures and the issue', () => {
    const record = recordOf(journal(accept, ...signed, issued));

    expect(record.signatures.map(({ partyId, seq }) => [partyId, seq])).toEqual([
      ['p2', 2],
      ['p1', 3],
    ]);
    expect([...record.drawn.keys()]).toEqual(['inform']);
  });

  it.each<[string, Written[], string]>([
    ['has two issues', [accept, issued, move('issue', 'issued', 'issued', issue)], 'records an event a second time'],
    [
      'has two acceptances',
      [accept, { ...accept, detail: { ...accept.detail, from: 'signing' } }, issued],
      'a second time',
    ],
    ['hides a change of state', [accept, { ...move('amend', '', ''), detail: {} }, issued], 'does not follow'],
    ['is accepted by a party', [{ ...accept, actor: { role: 'party', id: 'p1', name: '王芳' } }, issued], 'person'],
    ['is issued by the applicant', [accept, { ...issued, actor: { ...notary, role: 'applicant' } }], 'person'],
    [
      'draws documents that can not be read',
      [accept, move('amend', 'signing', 'signing', { documents: [{ kind: 'inform' }] }), issued],
      'lacks required content of this kind of entry',
    ],
    ['has a party who signs for the other', [accept, signedBy('p1', {}, 'p2'), issued], 'the person that it names'],
    ['has a notary who signs for a party', [accept, { ...signedBy('p1'), actor: notary }, issued], 'the person'],
    [
      'has a signer with another name',
      [accept, signedBy('p1', { signer: '张三' }), issued],
      'the person that it names',
    ],
    ['has a counterparty at the desk', [accept, signedBy('p2', { via: 'desk' }), issued], 'the person that it names'],
  ])('is refused if it %s', (_what, written, message) => {
    expect(() => recordOf(journal(...written))).toThrow(message);
  });
});

describe('two parties with the same name', () => {
  it('are distinguished by the order in which they signed', () => {
    const record = recordOf(journal(accept, ...signed, issued));
    const revision = (signerName: string, reason = sha256.slice(0, 16)) => ({
      signerName,
      reason,
      cms: new Uint8Array(),
      signedBytes: new Uint8Array(),
      endsAt: 0,
      picture: null,
    });
    const stated = { kind: 'inform', version: 1, documentSha256: sha256, sha256, sealedBy: '测试公证处' } as const;

    const expected = expectedSigners(record, stated, [revision('王芳'), revision('王芳'), revision('测试公证处')]);

    expect(expected.map((one) => one.expected.signature?.via)).toEqual(['phone', 'desk', undefined]);
  });
});
