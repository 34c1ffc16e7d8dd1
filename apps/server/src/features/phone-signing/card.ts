import { buffer } from 'node:stream/consumers';
import {
  type Bytes,
  type CheckedCard,
  type InputOf,
  type PartyMatter,
  type phoneSigningCalls,
} from '@proofkeep/contract';
import { Refusal } from '../../kit/refusal.ts';
import type { Vault } from '../../kit/vault.ts';
import { actingPersonOf } from '../notarization/service.ts';
import { type SanitizedFile, sanitizeUpload } from '../uploads/service.ts';
import { finishStep, lockTask, type Party, requireNext, requireTask } from './access.ts';
import { keepPartyFile, readPartyFile } from './files.ts';
import { matterAfter } from './reading.ts';
import { findPicture, insertCard, submitPictures } from './store.ts';

type Calls = typeof phoneSigningCalls;

/**
 * Stores one side of the card. Re-encodes the picture from its pixels before the transaction, as certification does.
 */
export const cardPicture = {
  async prepare({ nid, side }: InputOf<Calls['cardPicture']>, context: Party): Promise<SanitizedFile> {
    await requireNext(context.db, await requireTask(context, nid), 'id-card');
    const { stream } = await context.upload();
    return sanitizeUpload(`identity-${side}`, await buffer(stream));
  },
  async change(
    { nid, side }: InputOf<Calls['cardPicture']>,
    context: Party,
    { bytes, mediaType }: SanitizedFile,
  ): Promise<PartyMatter> {
    const { db, services, now } = context;
    const task = await lockTask(context, nid);
    await requireNext(db, task, 'id-card');
    const facts = { mediaType, challengeId: null, isLive: null, submittedAt: null };
    await keepPartyFile(db, services, task.party, { kind: `card-${side}`, bytes, now, ...facts });
    return matterAfter(context);
  },
};

export async function ownCardPicture({ nid, side }: InputOf<Calls['ownCardPicture']>, context: Party): Promise<Bytes> {
  const { row, party } = await requireTask(context, nid);
  const picture = await findPicture(context.db, { partyId: party.id, side });
  if (!picture) throw new Refusal('NOT_FOUND');
  const body = await readPartyFile(context.services, row.id, picture);
  return { body, mediaType: picture.mediaType, sizeBytes: body.length };
}

const cardPlace = (partyId: string): string => `party_card/${partyId}`;

export const decryptCard = (vault: Vault, partyId: string, encrypted: Buffer): CheckedCard =>
  JSON.parse(vault.decrypt(encrypted, cardPlace(partyId))) as CheckedCard;

/**
 * Stores the card data as the person checked them. Differences from the application are left to the notary, since the
 * applicant may have mistyped.
 */
export async function submitCard({ nid, ...card }: InputOf<Calls['submitCard']>, context: Party): Promise<PartyMatter> {
  const { db, services, now } = context;
  const task = await lockTask(context, nid);
  const { party } = task;
  const front = await findPicture(db, { partyId: party.id, side: 'front' });
  const back = await findPicture(db, { partyId: party.id, side: 'back' });
  if (!front || !back) throw new Refusal('STATE_FORBIDS');
  const applied = actingPersonOf(services.vault, party);
  const differs = (['name', 'idNumber'] as const).filter((field) => card[field] !== applied[field]);
  const encrypted = services.vault.encrypt(JSON.stringify(card), cardPlace(party.id));
  await finishStep(context, task, 'id-card', { frontSha256: front.sha256, backSha256: back.sha256, differs });
  await insertCard(db, { partyId: party.id, encrypted, differs, now });
  await submitPictures(db, party.id, now);
  return matterAfter(context);
}
