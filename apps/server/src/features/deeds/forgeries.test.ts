import { createHash, createPrivateKey } from 'node:crypto';
import { bytesSource, canonicalBytes, canonicalText, openZip } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { deedCalls as calls, consoleNotarizationCalls } from '@proofkeep/contract';
import { readSignedPdf } from '@proofkeep/pki';
import { type CertifiedKey, drawNameSeal, drawOfficeSeal, softwareKey } from '@proofkeep/seal';
import { noAnchors, verifyMatter, wordsIn } from '@proofkeep/verify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Login } from '../../testing/service.ts';
import { useSealingService } from '../court-applications/testing/sealed.ts';
import { appendEntry, findParties } from '../notarization/service.ts';
import { idNumber, strokes, useMatters } from '../notarization/testing/matters.ts';
import { consentText } from '../phone-signing/reading.ts';
import { insertConsent } from '../phone-signing/store.ts';
import { makeBundle, mayHandOut } from './make-bundle.ts';
import { type BundleParts, type Forgery, useForger } from './testing/forge.ts';

const { service, given } = useSealingService();
const matters = useMatters(service);
const forge = useForger(service, given);
const { ask } = service;

let parts: BundleParts;
let bundle: Buffer;

/** Records a party's consent, as the phone pages do. */
async function agree({ id, no }: { id: string; no: string }): Promise<void> {
  const { now } = service;
  const [party] = await findParties(service.database.pool, id);
  if (!party) throw new Error('The matter has no party.');
  const words = consentText('测试公证处', 'zh');
  const { id: partyId, name } = party;
  const actor = { role: 'party', id: partyId, name } as const;
  const detail = { partyId, step: 'statement', wordsSha256: sha256Hex(Buffer.from(words)), wordsVersion: 2 };
  await service.database.transaction(async (db) => {
    await insertConsent(db, { partyId, words, version: 2, now });
    const entry = { matterId: id, no, actor, detail, origin: null, now };
    await appendEntry(db, service.services.jobs, { ...entry, event: 'step-finished' });
  });
}

beforeAll(async () => {
  const holder: Login = await service.given.login();
  const notary = await matters.notary();
  const people = ['王芳', '李明'].map((name, at) => ({
    kind: 'person' as const,
    role: at === 0 ? ('applicant' as const) : ('counterparty' as const),
    name,
    idNumber: idNumber(),
    phone: service.given.phone(),
  }));
  const matter = await matters.ready(holder, notary, { parties: people });
  await agree(matter);
  await matters.signAll(holder, matter.id);
  const { version } = await matters.seen(matter.id, notary);
  const text = '兹证明前面的声明书系王芳、李明本人签署。';
  await ask(consoleNotarizationCalls.issueDeed, { id: matter.id, version, text }, { as: notary.token });
  const { services, database } = service;
  const deps = { authority: given.installation.authority, signer: services.documentSigner, clock: () => new Date() };
  const jobs = () => services.jobs;
  await makeBundle({ ...services, database, ...deps, jobs, onUnbundled: () => {} }, matter.id);
  const url = calls.matterBundle.path.replace('{id}', matter.id);
  bundle = (await service.app.inject({ url, headers: { 'x-auth-token': holder.token } })).rawPayload;
  const zip = await openZip(bytesSource(bundle));
  parts = new Map();
  for (const name of zip.entries.keys()) parts.set(name, await zip.bytes(name, 2 ** 26));
}, 120_000);

const verified = (bytes: Buffer) => verifyMatter(bytesSource(bytes), given.installation.anchors);
/** Codes of the failed checks of a bundle whose proofs are all valid. */
const found = async (change: (forgery: Forgery) => void): Promise<string[]> => {
  const { findings } = await verified(await forge(parts, change));
  return findings.filter(({ outcome }) => outcome === 'failed').map(({ check, code }) => `${check} ${code}`);
};

const entryOf = ({ entries }: Forgery, event: string) => {
  const entry = entries.find((one) => one.event === event);
  if (!entry) throw new Error(`No entry ${event}.`);
  return entry;
};
interface Detail {
  parties: { name: string }[];
  documents: { sha256: string }[];
  notary: { certificateSha256: string };
}
const detailOf = (forgery: Forgery, event: string) => entryOf(forgery, event).detail as unknown as Detail;
const remove = (forgery: Forgery, event: string) =>
  forgery.entries.splice(forgery.entries.indexOf(entryOf(forgery, event)), 1);
const moveBack = (entry: { at: string }, minutes: number) => {
  entry.at = new Date(Date.parse(entry.at) - minutes * 60_000).toISOString();
};

describe('a bundle with valid proofs', () => {
  it('names every signer with X.509 certificate, journal entry and strokes', async () => {
    const report = await verified(bundle);
    const signersOf = (kind: string) => report.matter?.signers.filter(({ document }) => document === kind);
    const [deed, inform] = [signersOf('deed'), signersOf('inform')];

    expect(report.findings.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(inform).toMatchObject([
      { name: '王芳', role: 'party', via: 'desk', hasHandwriting: true },
      { name: '李明', role: 'party', via: 'phone' },
      { role: 'office' },
    ]);
    expect(deed?.map(({ role }) => role)).toEqual(['notary', 'office']);
    expect(signersOf('instrument')?.map(({ role }) => role)).toEqual(['party', 'office']);
    expect(deed?.[0]?.certificateSha256).not.toBe(deed?.[1]?.certificateSha256);
    expect(deed?.[0]?.certificate).toContain(deed?.[0]?.name);
    expect(report.matter?.withheld).toMatchObject({ recordings: 0, consents: 0 });
    expect(await found(() => undefined)).toEqual([]);
  });

  it('is not fully checked if the journal states an outage of its timestamps, but can be downloaded', async () => {
    const late = await forge(parts, ({ entries }) => {
      for (const entry of entries.slice(0, 3)) moveBack(entry, 3 * 24 * 60);
      const [first] = entries;
      if (first)
        entries.splice(3, 0, {
          ...first,
          at: entries[3]?.at ?? '',
          event: 'stamped-late',
          actor: { role: 'system', id: null, name: '' },
          detail: { from: 1, until: 3 },
        });
    });
    const report = await verified(late);
    const { verdict, findings } = report;
    const ofStranger = await verifyMatter(bytesSource(late), noAnchors);

    expect([verdict, findings.filter(({ outcome }) => outcome !== 'passed').map(({ code }) => code)]).toEqual([
      'not-checked',
      ['journal-time-late'],
    ]);
    expect([mayHandOut(report), mayHandOut(ofStranger), ofStranger.verdict]).toEqual([true, false, 'not-checked']);
    expect(wordsIn('en').verdict(report)).toContain('times that an outage left without proof');
    expect(wordsIn('en').verdict(ofStranger)).toContain('trust anchor is missing');
  });

  it('says that seals were not compared if the journal has no digest of their drawings', async () => {
    const earlier = await forge(parts, (forgery) => {
      for (const event of ['accept', 'issue']) delete entryOf(forgery, event).detail.seals;
    });
    const { verdict, findings } = await verified(earlier);

    expect(verdict).toBe('passed');
    const open = findings.filter(({ outcome }) => outcome !== 'passed');
    expect(new Set(open.map(({ check, code }) => `${check} ${code}`))).toEqual(
      new Set(['seal-picture seal-unrecorded']),
    );
  });

  it('compares the seal of the acceptance notice with its drawing at the acceptance', async () => {
    const noticeOf = async (change: (forgery: Forgery) => void) => {
      const { findings } = await verified(await forge(parts, change));
      return findings.flatMap(({ check, subject, code }) =>
        check === 'seal-picture' && subject.includes('receipt') ? [code] : [],
      );
    };
    const redrawn = { office: '0'.repeat(64), notary: '0'.repeat(64) };

    expect(await noticeOf((one) => Object.assign(entryOf(one, 'issue').detail, { seals: redrawn }))).toEqual([
      'seal-drawn',
    ]);
    expect(await noticeOf((one) => Object.assign(entryOf(one, 'accept').detail, { seals: redrawn }))).toEqual([
      'seal-other',
    ]);
    expect(await noticeOf((one) => delete entryOf(one, 'accept').detail.seals)).toEqual(['seal-unrecorded']);
  });

  it.each<[string, string, (forgery: Forgery) => void]>([
    [
      'a seal that is drawn otherwise',
      'seal-picture seal-other',
      (one) => {
        const { seals } = entryOf(one, 'issue').detail as { seals: { office: string } };
        seals.office = '0'.repeat(64);
      },
    ],
    ['a change of state that is left out', 'journal journal-states', (one) => remove(one, 'all-signed')],
    [
      'two entries in another order',
      'journal journal-states',
      ({ entries }) => entries.splice(0, 2, ...entries.slice(0, 2).reverse()),
    ],
    ['a matter without its end', 'journal journal-open', (one) => remove(one, 'issue')],
    [
      'an entry with a time before the one in front of it',
      'journal-time journal-time-order',
      (one) => moveBack(entryOf(one, 'documents-signed'), 60),
    ],
    [
      'entries with times of days ago',
      'journal-time journal-time-unproven',
      ({ entries }) => entries.slice(0, 3).forEach((entry) => moveBack(entry, 3 * 24 * 60)),
    ],
    [
      'entries with times before a timestamp that lacks them',
      'journal-time journal-time-earlier',
      (one) => {
        one.stamped.push(3);
        for (const entry of one.entries) moveBack(entry, 20);
        one.statement.issuedAt = entryOf(one, 'issue').at;
      },
    ],
    ['a party who never signed', 'document signer-missing', (one) => remove(one, 'documents-signed')],
    [
      'a signature of an earlier version',
      'document signer-earlier',
      (one) => {
        for (const document of detailOf(one, 'documents-signed').documents) document.sha256 = '0'.repeat(64);
      },
    ],
    [
      'a version that is not the newest',
      'document document-version',
      (one) => {
        for (const document of one.statement.documents) document.version += 1;
      },
    ],
    ['a signer who is no party', 'document signer-stranger', (one) => detailOf(one, 'accept').parties.pop()],
    [
      'a signature under another name',
      'document signer-other',
      (one) => {
        for (const party of detailOf(one, 'accept').parties) if (party.name === '李明') party.name = '张三';
        for (const { actor, detail } of one.entries)
          if (actor.name === '李明') [actor.name, detail.signer] = ['张三', '张三'];
      },
    ],
    [
      'a deed that the journal does not name',
      'deed deed-other',
      (one) => {
        for (const document of detailOf(one, 'issue').documents) document.sha256 = '0'.repeat(64);
      },
    ],
    [
      'an issued matter without a deed',
      'deed deed-missing',
      (one) => {
        one.statement.documents = one.statement.documents.filter(({ kind }) => kind !== 'deed');
        one.parts.delete('documents/deed.pdf');
      },
    ],
    [
      'the seal of another office',
      'document document-unsealed',
      (one) => {
        for (const document of one.statement.documents) document.sealedBy = '另一公证处';
      },
    ],
    [
      'a notary with another certificate',
      'document-signature signer-certificate',
      (one) => {
        detailOf(one, 'issue').notary.certificateSha256 = '0'.repeat(64);
      },
    ],
    [
      'strokes that another hand drew',
      'handwriting handwriting-other',
      (one) => {
        const bytes = canonicalBytes([...strokes].reverse());
        const sha256 = sha256Hex(Buffer.from(bytes));
        const path = [...one.parts.keys()].find((name) => name.startsWith('handwriting/')) ?? '';
        one.parts.delete(path);
        one.parts.set(`handwriting/${sha256}.json`, bytes);
        for (const { detail } of one.entries)
          if (`handwriting/${detail.handwritingSha256}.json` === path) detail.handwritingSha256 = sha256;
      },
    ],
    [
      'words of consent that were not agreed to',
      'consent content-unstated',
      ({ parts: all }) => {
        const words = canonicalText({ version: 2, language: 'zh', paragraphs: ['同意一切。'] });
        all.set(`consent/${createHash('sha256').update(words).digest('hex')}.json`, Buffer.from(words));
      },
    ],
    [
      'text added after the signatures',
      'document pki-mismatch',
      (one) => {
        const path = 'documents/inquiry.pdf';
        const changed = Buffer.concat([one.parts.get(path) ?? new Uint8Array(), Buffer.from('\n% added\n')]);
        one.parts.set(path, changed);
        for (const document of one.statement.documents)
          if (document.kind === 'inquiry') document.sha256 = sha256Hex(changed);
      },
    ],
  ])('shows %s', async (_what, expected, change) => {
    expect(await found(change)).toContain(expected);
  });

  it('reveals a deed that another notary signed under the name of the first', async () => {
    const signer = await personal('张三', '99999999');

    expect(await found(await signDeed({ notary: signer }))).toContain('document-signature signer-certificate');
  });

  it("reveals an office's seal, or the bundle's seal, made with a notary's own key", async () => {
    const signer = await personal('张三', '99999999');

    expect(await found(await signDeed({ office: signer }))).toContain('document-signature seal-personal');
    expect(await found((one) => void Object.assign(one, { seal: signer }))).toEqual([
      'manifest-signature seal-personal',
    ]);
  });

  it('stays valid if the named notary signed the deed again', async () => {
    expect(await found(await signDeed({}))).toEqual([]);
  });
});

/** A key that the installation certified for a notary. */
async function personal(name: string, licenceNo: string, organization = '另一公证处'): Promise<CertifiedKey> {
  const { documentSigner } = service.services;
  const made = await documentSigner.certifyPerson({ name, unit: `执业证号 ${licenceNo}`, organization, crl: '' });
  return { key: softwareKey(createPrivateKey(made.privateKeyPem)), chain: made.chain };
}

/** Signs the deed again with these keys, and makes journal and statement agree with it. */
async function signDeed(o: { notary?: CertifiedKey; office?: CertifiedKey }): Promise<(forgery: Forgery) => void> {
  const { document, revisions } = readSignedPdf(parts.get('documents/deed.pdf') ?? new Uint8Array());
  const { documentSigner } = service.services;
  const [notarys, offices] = revisions;
  const office = offices?.signerName ?? '';
  const notary = o.notary ?? (await personal(notarys?.signerName ?? '', '44030001', office));
  const name = notarys?.signerName ?? '';
  const at = new Date();
  const byNotary = { picture: await drawNameSeal(name, '公证员'), page: 0, rect: [10, 10, 50, 50] } as const;
  const byOffice = { picture: await drawOfficeSeal(office, '公证专用章'), page: 0, rect: [60, 10, 100, 50] } as const;
  const first = { signerName: name, reason: '', at, appearance: byNotary };
  const signed = await documentSigner.sign(document, first, notary);
  const last = { signerName: office, reason: '', at, appearance: byOffice };
  const pdf = await documentSigner.sign(signed, last, o.office);
  return (one) => {
    one.parts.set('documents/deed.pdf', pdf);
    for (const stated of one.statement.documents)
      if (stated.kind === 'deed') stated.sha256 = sha256Hex(Buffer.from(pdf));
    detailOf(one, 'issue').notary.certificateSha256 = sha256Hex(Buffer.from(notary.chain[0] ?? []));
  };
}
