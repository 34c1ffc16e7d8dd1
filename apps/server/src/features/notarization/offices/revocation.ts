import type { consoleNotarizationCalls, InputOf, NotaryCertificate } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { requireProof } from '../../../http/staff-sessions.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { listCertificates, updateRevocation } from './certificate-store.ts';
import { findOffice } from './store.ts';

type Calls = typeof consoleNotarizationCalls;
type Operator = Context<'operator'>;

/** @throws Refusal NOT_FOUND */
export async function notaryCertificates(
  { id }: { id: string },
  { db, now }: Operator,
): Promise<{ list: NotaryCertificate[] }> {
  if (!(await findOffice(db, id))) throw new Refusal('NOT_FOUND');
  return { list: await listCertificates(db, id, now) };
}

/** @throws Refusal NOT_FOUND, also for one of another office; STATE_FORBIDS if it was revoked before */
export async function revokeCertificate(
  { id: officeId, certificateId, reason }: InputOf<Calls['revokeCertificate']>,
  context: Operator,
): Promise<null> {
  const { db, now, audit } = context;
  await requireProof(context);
  const { outcome, name } = await updateRevocation(db, { id: certificateId, officeId, reason, now });
  if (outcome === 'missing') throw new Refusal('NOT_FOUND');
  if (outcome === 'was-revoked') throw new Refusal('STATE_FORBIDS');
  audit({ office: officeId, certificate: certificateId, notary: name, reason });
  return null;
}
