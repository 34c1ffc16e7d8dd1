import { canonicalText } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import {
  cardSides,
  consentOf,
  consentVersion,
  type InputOf,
  type Language,
  maskedPhone,
  matterDocumentTitle,
  matterKindFacts,
  type PartyDocument,
  type PartyMatter,
  type phoneSigningCalls,
} from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import { documentsOf, documentsToSign, findOffice, findSteps } from '../notarization/service.ts';
import { type Party, requireTask, type Task } from './access.ts';
import { findPicture, findReadings } from './store.ts';

type Calls = typeof phoneSigningCalls;

export async function partyMatter({ nid }: InputOf<Calls['partyMatter']>, context: Party): Promise<PartyMatter> {
  return matterFor(context, await requireTask(context, nid));
}

/** The current matter, after this call's change. */
export const matterAfter = async (context: Party): Promise<PartyMatter> =>
  matterFor(context, await requireTask(context, context.caller.matterNo));

async function matterFor({ db, caller, language }: Party, { row, party }: Task): Promise<PartyMatter> {
  const office = row.officeId === null ? undefined : await findOffice(db, row.officeId);
  const steps = (await findSteps(db, row.id)).filter(({ partyId }) => partyId === party.id);
  const pictures = await Promise.all(
    cardSides.map(async (side) => ((await findPicture(db, { partyId: party.id, side })) ? [side] : [])),
  );
  return {
    no: row.no,
    kind: row.kind,
    kindName: matterKindFacts[row.kind].name[language === 'zh' ? 0 : 1],
    state: row.state,
    officeName: office?.name ?? '',
    officePhone: office?.phone ?? '',
    applicantName: row.partyNames[0] ?? '',
    person: {
      id: party.id,
      role: party.role,
      name: party.representativeName ?? party.name,
      company: party.kind === 'company' ? party.name : null,
      phone: maskedPhone(party.phone),
    },
    steps: steps.map(({ kind, state, reason }) => ({ kind, state, reason })),
    cardSides: pictures.flat(),
    consent: consentFor(office?.name ?? '', language),
    documents: (await documentsFor(db, { matterId: row.id, partyId: party.id })).map((document) => ({
      ...document,
      name: matterDocumentTitle(document.kind, row.kind)[language === 'zh' ? 0 : 1],
    })),
    expiresAt: caller.expiresAt.toISOString(),
  };
}

/**
 * The words of consent with their digest: SHA-256 of the canonical JSON (RFC 8785) of version, language and paragraphs.
 */
export function consentFor(officeName: string, language: Language): PartyMatter['consent'] {
  const words = consentText(officeName, language);
  return { paragraphs: consentOf(officeName, language), sha256: sha256Hex(Buffer.from(words)) };
}

/** The words of consent as RFC 8785 text, as included in the matter's bundle. */
export const consentText = (officeName: string, language: Language): string =>
  canonicalText({ version: consentVersion, language, paragraphs: consentOf(officeName, language) });

/** The documents that a party signs, with what they have read and signed so far. */
export async function documentsFor(
  db: Client,
  o: { matterId: string; partyId: string },
): Promise<Omit<PartyDocument, 'name'>[]> {
  const rows = await documentsToSign(db, o);
  const readings = await findReadings(db, o.partyId);
  const signed = await documentsOf(db, o.matterId);
  const signedAt = (id: string) =>
    signed.find((document) => document.id === id)?.signatures.find(({ partyId }) => partyId === o.partyId)?.signedAt;
  return rows.map(({ id, kind, version, sha256 }) => ({
    id,
    kind,
    version,
    sha256,
    isRead: readings.has(id),
    signedAt: signedAt(id) ?? null,
  }));
}
