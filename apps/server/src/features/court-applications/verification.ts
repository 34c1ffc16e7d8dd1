import type {
  CourtEvidence,
  CourtFinding,
  CourtVerification,
  courtApplicationCalls,
  InputOf,
} from '@proofkeep/contract';
import { type Report, wordsIn } from '@proofkeep/verify';
import type { Client } from '../../database/client.ts';
import type { Services } from '../../http/services.ts';
import { Refusal } from '../../kit/refusal.ts';
import { StoreError } from '../../store/store.ts';
import { findAttestation, findSealed, verifyStored } from '../attestations/service.ts';
import { requireOwnApplication, type User } from './access.ts';
import { type EvidenceRow, findItems, recordVerification } from './store.ts';

type Calls = typeof courtApplicationCalls;

/** Attestations of the list, with what the applicant may see. */
export async function evidenceOf(db: Client, items: readonly EvidenceRow[]): Promise<CourtEvidence[]> {
  const list: CourtEvidence[] = [];
  for (const { ano, verification } of items) {
    const row = await findAttestation(db, ano);
    if (!row) throw new Error(`${ano} is not there.`);
    const { kind, name, title, url, manifestSha256 } = row;
    const sealedAt = (await findSealed(db, ano))?.sealedAt?.toISOString() ?? null;
    list.push({ ano, kind, title: name || title || url, manifestSha256, sealedAt, verification });
  }
  return list;
}

export const courtEvidence = {
  async prepare({ id, verify }: InputOf<Calls['courtEvidence']>, context: User): Promise<CourtVerifications> {
    await requireOwnApplication(context, id);
    const items = (await findItems(context.db, id)).filter(({ ano }) => verify.includes(ano));
    return verifyItems(context, items);
  },

  async change({ id }: InputOf<Calls['courtEvidence']>, context: User, found: CourtVerifications) {
    const row = await requireOwnApplication(context, id);
    for (const [ano, verification] of found)
      await recordVerification(context.db, { applicationId: id, ano, verification });
    context.audit({ application: row.no, count: found.size });
    return { list: await evidenceOf(context.db, await findItems(context.db, id)) };
  },
};

/** Verifications by attestation number. */
export type CourtVerifications = ReadonlyMap<string, CourtVerification>;

/** Reads and verifies the bundles of attestations in sequence. */
export async function verifyItems(
  { db, services }: Pick<User, 'db' | 'services'>,
  items: readonly EvidenceRow[],
): Promise<CourtVerifications> {
  const found = new Map<string, CourtVerification>();
  for (const { ano } of items) found.set(ano, await verifyAttestation(db, services, ano));
  return found;
}

async function verifyAttestation(
  db: Client,
  services: Pick<Services, 'store' | 'anchors'>,
  ano: string,
): Promise<CourtVerification> {
  const at = new Date().toISOString();
  const row = await findAttestation(db, ano);
  if (row?.state !== 'succeeded' || !row.certifiedPlace) throw new Refusal('STATE_FORBIDS');
  try {
    return { at, ...outcomeOf(await verifyStored(services, row.certifiedPlace)) };
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'STORE_MISSING')) throw error;
    return { at, verdict: 'failed', passed: 0, findings: [bundleGone] };
  }
}

/** Evidence may be removed after its retention period. */
const bundleGone: CourtFinding = {
  check: 'container',
  subject: '',
  outcome: 'failed',
  zh: '证据包不在存储中：保存期已满，或已被删除',
  en: 'The bundle is not in the store: its retention is over, or it was removed',
};

const mostFindings = 20;

/** An optional check that was not made doesn't count against a bundle. */
function outcomeOf({ verdict, findings }: Report): Omit<CourtVerification, 'at'> {
  const [zh, en] = [wordsIn('zh'), wordsIn('en')];
  const sentence = (words: typeof zh, finding: Report['findings'][number]) =>
    [words.check(finding.check), words.detail(finding)].filter(Boolean).join(words === zh ? '：' : ': ');
  return {
    verdict,
    passed: findings.filter(({ outcome }) => outcome === 'passed').length,
    findings: findings
      .flatMap((finding): CourtFinding[] => {
        const { check, subject, outcome, required } = finding;
        if (outcome === 'passed' || (outcome === 'not-checked' && !required)) return [];
        return [{ check, subject, outcome, zh: sentence(zh, finding), en: sentence(en, finding) }];
      })
      .slice(0, mostFindings),
  };
}
