import type { VerifiedEvidence } from '@proofkeep/contract';
import { type Report, wordsIn } from '@proofkeep/verify';
import type { Client } from '../../database/client.ts';
import type { Context } from '../../http/context.ts';
import type { Services } from '../../http/services.ts';
import { Refusal } from '../../kit/refusal.ts';
import { StoreError } from '../../store/store.ts';
import { findAttestation, verifyStored } from '../attestations/service.ts';
import { lockOfficeMatter, requireOfficeMatter } from './access.ts';
import { findEvidence, setVerification } from './evidence-store.ts';
import { recordNotaryAct } from './journal/acts.ts';
import type { MatterDbRow } from './store.ts';

type Notary = Context<'notary'>;

/** Verifies a matter's attestations one at a time, so one request by a notary occupies one reader of the store. */
export async function verifyEvidence(db: Client, services: Services, matterId: string): Promise<VerifiedEvidence[]> {
  const verified: VerifiedEvidence[] = [];
  for (const { ano } of await findEvidence(db, matterId)) verified.push(await verifyOne(db, services, ano));
  return verified;
}

async function verifyOne(db: Client, services: Services, ano: string): Promise<VerifiedEvidence> {
  const row = await findAttestation(db, ano);
  const about = { ano, manifestSha256: row?.manifestSha256 ?? null, verifiedAt: new Date().toISOString() };
  if (row?.state !== 'succeeded' || !row.certifiedPlace) return { ...about, ...failed(uncertified) };
  try {
    return { ...about, ...outcomeOf(await verifyStored(services, row.certifiedPlace)) };
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'STORE_MISSING')) throw error;
    return { ...about, ...failed(gone) };
  }
}

type Outcome = Pick<VerifiedEvidence, 'isIntact' | 'checks' | 'failures'>;
type Failure = VerifiedEvidence['failures'][number];

const uncertified: Failure = { zh: '该存证没有存证证书', en: 'The attestation is not certified' };
const gone: Failure = { zh: '证据包不在存储中', en: 'The bundle is not in the store' };
const failed = (failure: Failure): Outcome => ({ isIntact: false, checks: 0, failures: [failure] });

const mostFailures = 10;

function outcomeOf({ verdict, findings }: Report): Outcome {
  const says = (language: 'zh' | 'en', finding: Report['findings'][number]) => {
    const words = wordsIn(language);
    return [words.check(finding.check), words.detail(finding)].filter(Boolean).join(language === 'zh' ? '：' : ': ');
  };
  return {
    isIntact: verdict === 'passed',
    checks: findings.filter(({ outcome }) => outcome === 'passed').length,
    failures: findings
      .filter(({ outcome, required }) => outcome === 'failed' || (outcome === 'not-checked' && required))
      .slice(0, mostFailures)
      .map((finding) => ({ zh: says('zh', finding), en: says('en', finding) })),
  };
}

/** Whether every attestation passed, so a decision may rely on them. */
export const isAllIntact = (verified: readonly VerifiedEvidence[]): boolean =>
  verified.every(({ isIntact }) => isIntact);

/**
 * Stores the verification that a decision relies on, before any other part of the decision is written. A failure is
 * recorded in the journal and stays there although the decision is refused. The caller holds the lock of the matter's
 * row. @throws Refusal EVIDENCE_ALTERED
 */
export async function requireIntactEvidence(
  context: Notary,
  row: MatterDbRow,
  verified: readonly VerifiedEvidence[],
): Promise<{ evidence: { ano: string; manifestSha256: string | null }[] }> {
  for (const one of verified) await setVerification(context.db, row.id, one);
  if (!isAllIntact(verified)) {
    await recordVerification(context, row, verified);
    throw new Refusal('EVIDENCE_ALTERED', { isKept: true });
  }
  return { evidence: verified.map(({ ano, manifestSha256 }) => ({ ano, manifestSha256 })) };
}

const recordVerification = (
  context: Notary,
  row: MatterDbRow,
  verified: readonly VerifiedEvidence[],
): Promise<void> => {
  const evidence = verified.map(({ ano, isIntact, checks, failures, manifestSha256 }) => ({
    ano,
    isIntact,
    checks,
    manifestSha256,
    ...(isIntact ? {} : { failures }),
  }));
  return recordNotaryAct(context, row, { event: 'evidence-verified', detail: { evidence } });
};

/** Verifies the evidence of a matter when the notary asks for it. */
export const verifyMatterEvidence = {
  async prepare({ id }: { id: string }, context: Notary): Promise<VerifiedEvidence[]> {
    const row = await requireOfficeMatter(context, id);
    if (row.endedAt) throw new Refusal('STATE_FORBIDS');
    return verifyEvidence(context.db, context.services, id);
  },
  async change(
    { id }: { id: string },
    context: Notary,
    list: VerifiedEvidence[],
  ): Promise<{ list: VerifiedEvidence[] }> {
    const row = await lockOfficeMatter(context, id);
    for (const one of list) await setVerification(context.db, id, one);
    await recordVerification(context, row, list);
    return { list };
  },
};
