import { paths } from '@proofkeep/bundle';
import { type attestationCalls, type Bytes, type InputOf, message } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { Refusal } from '../../../kit/refusal.ts';
import { storedParts } from '../../evidence/service.ts';
import { recordEvent } from '../custody.ts';
import { bundleBytes, certificateDataOf, isPicture, partBytes, playbackPath, readCertified } from './certified.ts';
import { requireListed } from './summary.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export const certificate = async ({ ano }: InputOf<Calls['certificate']>, context: User) =>
  certificateDataOf(context.services, await requireCertified(context, ano));

/** A part of a certified bundle, saved under a name that begins with the attestation's number. */
const partAs =
  (path: string, o: { suffix: string; isShown?: boolean }) =>
  async ({ ano }: { ano: string }, context: User): Promise<Bytes> => {
    const { parts } = await requireCertified(context, ano);
    await recordDownload(context, ano, path);
    return partBytes(context.services.store, parts, path, o.isShown ? undefined : `${ano}${o.suffix}`);
  };

export const certificatePdf = partAs(paths.certificate, { suffix: '.pdf' });
export const timestamp = partAs(paths.token, { suffix: '.tst' });
export const timestampBytes = partAs(paths.token, { suffix: '.tst', isShown: true });
export const signature = partAs(paths.manifestSignature, { suffix: '.p7s' });

/** The text of a captured page, which the site searches. */
const textPath = 'data/page.txt';

/** Parts that the site reads in order to display them. */
const shownParts: ReadonlySet<string> = new Set([paths.product, paths.events, playbackPath, textPath]);

export async function file({ ano, path }: InputOf<Calls['file']>, context: User): Promise<Bytes> {
  const { store } = context.services;
  const parts = await storedParts(store, await requireListed(context.db, scopeOf(context.caller), ano));
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!isPicture(path) && !shownParts.has(path) && parts.has(path)) await recordDownload(context, ano, path);
  return partBytes(store, parts, path, isPicture(path) ? undefined : `${ano}-${name}`);
}

export async function bundle({ attestationNo: ano }: InputOf<Calls['bundle']>, context: User): Promise<Bytes> {
  const row = await requireListed(context.db, scopeOf(context.caller), ano);
  const bytes = await bundleBytes(context.services.store, row);
  await recordDownload(context, ano, `${ano}.zip`);
  return bytes;
}

const recordDownload = ({ db, caller }: User, ano: string, path: string) =>
  recordEvent(db, { ano, event: 'access.downloaded', by: caller, messages: [message('custody.file', { path })] });

/** @throws Refusal NOT_FOUND, STATE_FORBIDS */
async function requireCertified(context: User, ano: string) {
  const row = await requireListed(context.db, scopeOf(context.caller), ano);
  if (row.state !== 'succeeded') throw new Refusal('STATE_FORBIDS');
  return readCertified(context.services.store, row);
}
