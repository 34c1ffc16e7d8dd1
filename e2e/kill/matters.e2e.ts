import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesSource } from '@proofkeep/bundle';
import {
  accountCalls,
  notarizationCalls as calls,
  consoleNotarizationCalls as consoleCalls,
  costCenterCalls,
  deedCalls,
  type MatterDetail,
  orderCalls,
  phoneSigningCalls as phoneCalls,
} from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import { readAnchors, verifyMatter } from '@proofkeep/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { idNumber, strokes } from '../../apps/server/src/features/notarization/testing/matters.ts';
import { solve } from '../../apps/server/src/testing/service.ts';
import { credit } from '../kit/credit.ts';
import { partyCode, signingCode } from '../kit/handwriting.ts';
import { newOffice, type OfficeNotary, submitMatter } from '../kit/matters.ts';
import { Client, type RunningService } from '../kit/service.ts';
import { type Pair, startPair } from '../kit/service-pair.ts';

const people = 2;
const mattersEach = byTestLength({ short: 2, long: 8 });
const kills = byTestLength({ short: 3, long: 15 });
const calmMs = 1_500;
const patienceMs = 90_000;
/** The queue notices a killed worker after 10 s and then retries its job after a delay. */
const takenUpMs = 90_000;

let pair: Pair;
let office: OfficeNotary;
let interrupted = 0;

beforeAll(async () => {
  pair = await startPair('matters');
  office = await newOffice({ service: pair.services[0] as RunningService, dataDir: pair.dataDir });
});
afterAll(() => pair.close());

interface Applicant {
  client: Client;
  notary: Client;
  /** Index of the server that both use. */
  place: number;
  /** Filled in while servers are killed. */
  matters: Signed[];
}

/** A matter with the phones of its parties: codes to one phone are a minute apart. */
interface Signed {
  id: string;
  phone: string;
  otherPhone: string;
  /** Headers of the address of the matter's people: one address may request only so many codes an hour. */
  from: Record<string, string>;
}

const clientOf = (n: number, token: string): Client => {
  const client = new Client(pair.services[n % 2] as RunningService);
  client.token = token;
  return client;
};

async function applicant(n: number): Promise<Applicant> {
  const phone = `1390000040${n}`;
  const client = clientOf(n, '');
  await client.register(phone);
  await credit(pair.dataDir, phone, 100_000_00);
  return { client, notary: clientOf(n, office.client.token), place: n % 2, matters: [] };
}

/** Uploads the materials and submits the application; what a lost answer leaves behind is another application. */
async function apply({ client, place }: Applicant, turn: number): Promise<Signed> {
  const phoneOf = (which: number) => `13${which}${place}${String(turn).padStart(7, '0')}`;
  const [phone, otherPhone] = [phoneOf(8), phoneOf(9)];
  const person = (role: 'applicant' | 'counterparty', name: string, own: string) =>
    ({ kind: 'person', role, name, idNumber: idNumber(), phone: own }) as const;
  const parties = [person('applicant', '王芳', phone), person('counterparty', '李明', otherPhone)];
  let id = '';
  await until(
    async () => id !== '',
    async () => {
      id = await submitMatter(client, office, { phone, parties });
    },
  );
  return { id, phone, otherPhone, from: { 'x-forwarded-for': `198.51.100.${2 * turn + place}` } };
}

/** The other party signs in on the phone, reads each document and signs; continues where a kill interrupted it. */
async function signOnPhone(party: Client, nid: string, { otherPhone: phone, from }: Signed): Promise<void> {
  const service = { service: { url: party.url } as RunningService };
  if (party.token === '') {
    const challenge = await party.ask(accountCalls.challenge, {}, from);
    const asked = { nid, phone, challengeId: challenge.id, solution: solve(challenge) };
    await party.ask(phoneCalls.sendPartyCode, asked, from).catch(() => undefined);
    const code = await partyCode(service, phone);
    const signedIn = await party.ask(phoneCalls.partySignIn, { nid, phone, code }, from);
    party.token = signedIn.token ?? '';
  }
  const { documents } = await party.ask(phoneCalls.partyMatter, { nid });
  for (const { id: documentId, isRead } of documents)
    if (!isRead) await party.ask(phoneCalls.recordReading, { nid, documentId });
  const { imageId } = await party.ask(phoneCalls.storePartyHandwriting, { nid, strokes });
  await party.ask(phoneCalls.sendPartySigningCode, { nid }, from).catch(() => undefined);
  const code = await signingCode(service, phone);
  const sha256 = documents.map((document) => document.sha256);
  await party.ask(phoneCalls.signPartyDocuments, { nid, imageId, code, sha256 });
}

/** Repeats the work until the matter shows its effect: the kill may have lost the answer, the effect, or both. */
async function until(isDone: () => Promise<boolean>, work: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      if (await isDone()) return;
      await work();
    } catch (error) {
      last = error;
      // A refusal is an answer; a broken connection is not.
      if (error instanceof TypeError) interrupted += 1;
      await sleep(200);
    }
  }
  throw new Error('A step of a matter never took effect.', { cause: last });
}

/** The answer to a question that changes nothing, asked again until there is one. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  const answers: T[] = [];
  await until(
    async () => answers.length > 0,
    async () => void answers.push(await ask()),
  );
  return answers[0] as T;
}

/** From the application to the issue; payments alternate between the balance and an order. */
async function finish(person: Applicant, turn: number): Promise<void> {
  const { client, notary, place, matters } = person;
  const applied = await apply(person, turn);
  matters.push(applied);
  const { id, phone, from } = applied;
  const info = (): Promise<MatterDetail> => client.ask(calls.matterInfo, { id });
  const has = async (event: string) => (await info()).journal.some((entry) => entry.event === event);
  const decide = async (
    name: 'acceptMatter' | 'identifyParty' | 'saveQuestions' | 'confirmIdentities' | 'issueDeed',
    input: object,
  ) => {
    const { version } = await notary.ask(consoleCalls.notaryMatter, { id });
    await notary.ask(consoleCalls[name], { id, version, ...input } as never);
  };
  await until(
    () => has('accept'),
    () => decide('acceptMatter', {}),
  );
  await until(
    () => has('payment-succeeded'),
    async () => {
      if (turn % 2 === 0) return client.ask(calls.payMatter, { id, way: 'funds' });
      const { orderNo } = await info();
      const open = orderNo ?? (await client.ask(calls.payMatter, { id, way: 'order' })).orderNo ?? '';
      return client.ask(orderCalls.payOrder, { orderNo: open, way: 'balance' });
    },
  );
  const parties = (await asked(info)).people;
  const partyId = parties[0]?.id ?? '';
  for (const [at, one] of parties.entries())
    await until(
      async () => (await info()).journal.filter(({ event }) => event === 'steps-waived').length > at,
      () => decide('identifyParty', { partyId: one.id, note: '当面核对身份证原件' }),
    );
  const questions = [{ question: '您是否自愿申请？', answer: '是。' }];
  await until(
    () => has('questions-saved'),
    () => decide('saveQuestions', { questions }),
  );
  await until(
    () => has('identity-ok-no-session'),
    () => decide('confirmIdentities', { needsSession: false }),
  );
  await until(
    () => has('documents-signed'),
    async () => {
      const { imageId } = await client.ask(calls.signImage, { id, partyId, strokes });
      const { documents } = await info();
      await client.ask(calls.sendSigningCode, { id, partyId }, from).catch(() => undefined);
      const code = await signingCode({ service: pair.services[place] as RunningService }, phone);
      const sha256 = documents.filter(({ kind }) => kind !== 'receipt').map((document) => document.sha256);
      await client.ask(calls.signPdf, { id, partyId, imageId, code, sha256 });
    },
  );
  const party = clientOf(place, '');
  const { no } = await asked(info);
  await until(
    () => has('all-signed'),
    () => signOnPhone(party, no, applied),
  );
  const text = '兹证明前面的《声明书》由王芳签名。';
  await until(
    async () => (await info()).state === 'issued',
    () => decide('issueDeed', { text }),
  );
}

/**
 * Expects a journal without a gap, every act once, and a bundle in which every document is intact, signed and sealed.
 */
async function expectWhole({ client }: Applicant, id: string): Promise<void> {
  const { journal, documents, state } = await client.ask(calls.matterInfo, { id });
  expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_one, at) => at + 1));
  for (const event of ['accept', 'payment-succeeded', 'all-signed', 'issue'])
    expect(
      journal.filter((entry) => entry.event === event),
      event,
    ).toHaveLength(1);
  expect(journal.filter(({ event }) => event === 'documents-signed')).toHaveLength(2);
  expect([state, ...documents.map((one) => one.state)]).toEqual(['issued', ...documents.map(() => 'sealed')]);
  const bundled = async () => (await client.ask(deedCalls.matterBundleFacts, { id })).bundle !== null;
  await expect.poll(bundled, { timeout: takenUpMs, interval: 500 }).toBe(true);
  const anchors = await readAnchors(await readFile(join(pair.dataDir, 'trust', 'anchors.json'), 'utf8'));
  const report = await verifyMatter(bytesSource(await client.bytes(deedCalls.matterBundle, { id })), anchors);
  expect(report.findings.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(report.matter?.documents).toHaveLength(documents.length);
  const signed = report.matter?.signers.filter(({ document }) => document === 'inquiry').map(({ role }) => role);
  expect(signed).toEqual(['party', 'party', 'office']);
}

/** Expects the fee of every matter to be charged exactly once. */
async function expectChargedOnce({ client, matters }: Applicant): Promise<void> {
  const fees = await Promise.all(
    matters.map(async ({ id }) => (await client.ask(calls.matterInfo, { id })).feeCents ?? 0),
  );
  const { balanceCents, heldCents } = await client.ask(orderCalls.rechargeOptions, {});
  const { list } = await client.ask(costCenterCalls.entries, { size: 100 });
  const spent = list.reduce((sum, { amountCents }) => sum + amountCents, 0);
  expect([balanceCents, heldCents]).toEqual([100_000_00 - fees.reduce((sum, one) => sum + one, 0), 0]);
  expect(spent).toBe(balanceCents);
}

it('loses no signature, journal entry or seal, and charges no fee twice, despite kills', async () => {
  const all: Applicant[] = [];
  for (let n = 0; n < people; n++) all.push(await applicant(n));
  let isOver = false;
  const work = Promise.all(
    all.map(async (person) => {
      for (let turn = 0; turn < mattersEach; turn++) await finish(person, turn);
    }),
  ).finally(() => {
    isOver = true;
  });
  const killing = (async () => {
    for (let turn = 0; turn < kills && !isOver; turn++) {
      await sleep(calmMs);
      await pair.kill(turn % 3);
    }
  })();
  await Promise.all([work, killing]);

  for (const person of all) {
    for (const { id } of person.matters) await expectWhole(person, id);
    await expectChargedOnce(person);
  }
  expect(interrupted).toBeGreaterThan(0);
  await pair.expectSound();
}, 600_000);
