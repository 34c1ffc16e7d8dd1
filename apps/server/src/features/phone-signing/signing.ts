import {
  type Bytes,
  type DocumentText,
  type InputOf,
  type PartyMatter,
  type phoneSigningCalls,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  appendEntry,
  documentBytes,
  documentWords,
  originOf,
  requireSigning,
  sendSigningCode,
  signDocuments,
  storeHandwriting,
} from '../notarization/service.ts';
import { actorOf, lockTask, type Party, requireTask, type Task } from './access.ts';
import { documentsFor, matterAfter } from './reading.ts';
import { insertReading } from './store.ts';

type Calls = typeof phoneSigningCalls;

/** A document that the party signs, signed or not. @throws Refusal NOT_FOUND, also for a document they don't sign */
async function requireDocument(db: Client, { row, party }: Task, documentId: string) {
  const documents = await documentsFor(db, { matterId: row.id, partyId: party.id });
  const document = documents.find(({ id }) => id === documentId);
  if (!document) throw new Refusal('NOT_FOUND');
  return document;
}

export async function documentText(
  { nid, documentId }: InputOf<Calls['documentText']>,
  context: Party,
): Promise<DocumentText> {
  const { db, services, language } = context;
  const task = await requireTask(context, nid);
  await requireDocument(db, task, documentId);
  const { title, no, sections } = await documentWords(db, services, { matterId: task.row.id, documentId });
  const label = ([zh, en]: readonly [zh: string, en: string]) => (language === 'zh' ? zh : en);
  return {
    title: label(title),
    no,
    sections: sections.map(({ heading, facts = [], paragraphs = [] }) => ({
      heading: label(heading),
      facts: facts.map(([name, value]): [string, string] => [label(name), value]),
      paragraphs: [...paragraphs],
    })),
  };
}

export async function partyFile({ nid, documentId }: InputOf<Calls['partyFile']>, context: Party): Promise<Bytes> {
  const { db, services } = context;
  const task = await requireTask(context, nid);
  await requireDocument(db, task, documentId);
  return documentBytes(db, services, { matterId: task.row.id, kind: task.row.kind, documentId });
}

/** Records that the party reached the end of a document; the journal entry has its digest. */
export async function recordReading(
  { nid, documentId }: InputOf<Calls['recordReading']>,
  context: Party,
): Promise<PartyMatter> {
  const { db, services, now } = context;
  const task = await lockTask(context, nid);
  const { row, party } = task;
  await requireSigning(db, row, party.id);
  const { kind, version, sha256 } = await requireDocument(db, task, documentId);
  if (await insertReading(db, { partyId: party.id, documentId, now }))
    await appendEntry(db, services.jobs, {
      matterId: row.id,
      no: row.no,
      actor: actorOf(party),
      event: 'document-read',
      detail: { partyId: party.id, kind, version, sha256 },
      origin: originOf(context),
      now,
    });
  return matterAfter(context);
}

/**
 * Requires that the party read every document to its end before signing. @throws Refusal NOT_READ; STATE_FORBIDS
 * outside the signing state
 */
async function requireRead(db: Client, { row, party }: Task): Promise<void> {
  await requireSigning(db, row, party.id);
  const documents = await documentsFor(db, { matterId: row.id, partyId: party.id });
  if (documents.some(({ isRead }) => !isRead)) throw new Refusal('NOT_READ');
}

export async function storePartyHandwriting({ nid, strokes }: InputOf<Calls['storePartyHandwriting']>, context: Party) {
  const { db, language, now } = context;
  const task = await lockTask(context, nid);
  await requireRead(db, task);
  const { row, party } = task;
  return storeHandwriting(db, row, { partyId: party.id, strokes, origin: originOf(context), language, now });
}

export async function sendPartySigningCode({ nid }: InputOf<Calls['sendPartySigningCode']>, context: Party) {
  const task = await lockTask(context, nid);
  await requireRead(context.db, task);
  const { againInSeconds, validSeconds } = await sendSigningCode(context.db, task.row, task.party.id, context);
  return { againInSeconds, validSeconds };
}

export async function signPartyDocuments(
  { nid, imageId, code, sha256 }: InputOf<Calls['signPartyDocuments']>,
  context: Party,
): Promise<PartyMatter> {
  const { db, services, now } = context;
  const task = await lockTask(context, nid);
  await requireRead(db, task);
  const { row, party } = task;
  const act = { partyId: party.id, handwritingId: imageId, code, sha256, by: { via: 'phone' } } as const;
  await signDocuments(db, services, row, { ...act, actor: actorOf(party), origin: originOf(context), now });
  return matterAfter(context);
}
