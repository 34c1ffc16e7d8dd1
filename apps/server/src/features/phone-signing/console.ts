import type { Bytes, consolePhoneSigningCalls, InputOf, PartyEvidence, PartyFile } from '@proofkeep/contract';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import type { Services } from '../../http/services.ts';
import { Refusal } from '../../kit/refusal.ts';
import {
  appendEntry,
  findParties,
  lockMatter,
  notaryActor,
  originOf,
  type PartyRow,
  requireOfficeMatter,
} from '../notarization/service.ts';
import { decryptCard } from './card.ts';
import { readPartyFile } from './files.ts';
import { answersOf } from './questions.ts';
import { type ChallengeRow, type FileRow, findCard, findChallenges, findFiles, markPlayed } from './store.ts';
import { secondsToDigest } from './videos.ts';

type Calls = typeof consolePhoneSigningCalls;
type Notary = Context<'notary'>;

export async function partyEvidence({ id }: InputOf<Calls['partyEvidence']>, context: Notary) {
  const { db, services, audit } = context;
  const row = await requireOfficeMatter(context, id);
  audit({ matter: row.no, accountId: row.accountId });
  const parties: PartyEvidence[] = [];
  for (const party of await findParties(db, id)) parties.push(await evidenceOf(db, services, party));
  return { parties };
}

async function evidenceOf(db: Client, { vault }: Services, party: PartyRow): Promise<PartyEvidence> {
  const { id: partyId } = party;
  const card = await findCard(db, partyId);
  const files = await findFiles(db, [partyId]);
  const challenges = await findChallenges(
    db,
    files.flatMap(({ challengeId }) => challengeId ?? []),
  );
  const submitted = files.filter(({ submittedAt }) => submittedAt !== null);
  return {
    partyId,
    name: party.representativeName ?? party.name,
    card: card ? { ...decryptCard(vault, partyId, card.encrypted), differs: card.differs } : null,
    files: submitted.map((file) => fileOf(file, submitted, challenges)),
    answers: await answersOf(db, vault, partyId),
  };
}

function fileOf(file: FileRow, all: readonly FileRow[], challenges: readonly ChallengeRow[]): PartyFile {
  const { id, kind, mediaType, sizeBytes, sha256, sentAt, challengeId, isLive, playedAt } = file;
  const challenge = challenges.find((one) => one.id === challengeId);
  return {
    id,
    kind,
    mediaType,
    sizeBytes,
    sha256,
    sentAt: sentAt.toISOString(),
    isCurrent: all.findLast((one) => one.kind === kind)?.id === id,
    challenge: challenge
      ? {
          digits: challenge.digits,
          shownAt: challenge.shownAt.map((time) => time.toISOString()),
          secondsToArrival: secondsToDigest(challenge),
          claimsLive: isLive === true,
        }
      : null,
    playedAt: playedAt?.toISOString() ?? null,
  };
}

/** A submitted file of a party of the matter. @throws Refusal NOT_FOUND */
async function requireFile(db: Client, matterId: string, fileId: string): Promise<FileRow> {
  const parties = await findParties(db, matterId);
  const files = await findFiles(
    db,
    parties.map(({ id }) => id),
  );
  const file = files.find(({ id, submittedAt }) => id === fileId && submittedAt !== null);
  if (!file) throw new Refusal('NOT_FOUND');
  return file;
}

export async function partyEvidenceFile(
  { id, fileId }: InputOf<Calls['partyEvidenceFile']>,
  context: Notary,
): Promise<Bytes> {
  const { db, services, audit } = context;
  const row = await requireOfficeMatter(context, id);
  const file = await requireFile(db, id, fileId);
  audit({ matter: row.no, accountId: row.accountId, fileId });
  const body = await readPartyFile(services, id, file);
  const etag = `"${file.sha256}"`;
  const read = async ({ start, end }: { start: number; end: number }) => body.subarray(start, end + 1);
  return { mediaType: file.mediaType, ranged: { sizeBytes: body.length, etag, read } };
}

/** Records in the journal that a notary played a recording to its end. */
export async function recordPlayback({ id, fileId }: InputOf<Calls['recordPlayback']>, context: Notary): Promise<null> {
  const { db, services, now, audit } = context;
  const row = await requireOfficeMatter(context, id);
  await lockMatter(db, id);
  const file = await requireFile(db, id, fileId);
  if (file.challengeId === null || row.endedAt) throw new Refusal('STATE_FORBIDS');
  audit({ matter: row.no, accountId: row.accountId, fileId });
  if (!(await markPlayed(db, fileId, now))) return null;
  const detail = { partyId: file.partyId, kind: file.kind, sha256: file.sha256 };
  const actor = await notaryActor(context);
  await appendEntry(db, services.jobs, {
    matterId: id,
    no: row.no,
    actor,
    event: 'video-played',
    detail,
    origin: originOf(context),
    now,
  });
  return null;
}
