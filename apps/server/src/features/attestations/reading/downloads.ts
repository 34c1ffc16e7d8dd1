import { paths } from '@proofkeep/bundle';
import type { KnownInput } from '@proofkeep/bundle/node';
import { accountDay, type attestationCalls, type Bytes, type InputOf, message } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { scopeOf } from '../../../http/policy.ts';
import { bundleEntry, storedParts, zipOf } from '../../evidence/service.ts';
import { recordEvent } from '../custody.ts';
import { bundleBytes, certificateDataOf, isPicture, partBytes, playbackPath, readCertified } from './certified.ts';
import { requireCertified, requireListed } from './summary.ts';

type Calls = typeof attestationCalls;
type User = Context<'user'>;

export const certificate = async ({ ano }: InputOf<Calls['certificate']>, context: User) =>
  certificateDataOf(context.services, await readListed(context, ano));

/** A part of a certified bundle, saved under a name that begins with the attestation's number. */
const partAs =
  (path: string, o: { suffix: string; isShown?: boolean }) =>
  async ({ ano }: { ano: string }, context: User): Promise<Bytes> => {
    const { parts } = await readListed(context, ano);
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

/** One streamed ZIP: its size is known before the first byte, and each bundle is read while it is sent. */
export async function bundles({ anos }: InputOf<Calls['bundles']>, context: User): Promise<Bytes> {
  const { db, caller, services, now, language } = context;
  const entries: KnownInput[] = [];
  // Sorted, so that two downloads of the same attestations can't deadlock.
  for (const ano of [...new Set(anos)].sort()) {
    const { certifiedPlace } = await requireCertified(db, scopeOf(caller), ano);
    entries.push(await bundleEntry(services.store, certifiedPlace, `${ano}.zip`));
    await recordDownload(context, ano, `${ano}.zip`);
  }
  return { ...zipOf(entries), fileName: `${language === 'zh' ? '证据包' : 'Bundles'} ${accountDay(now)}.zip` };
}

const recordDownload = ({ db, caller }: User, ano: string, path: string) =>
  recordEvent(db, { ano, event: 'access.downloaded', by: caller, messages: [message('custody.file', { path })] });

/** @throws Refusal NOT_FOUND, STATE_FORBIDS */
const readListed = async ({ db, caller, services }: User, ano: string) =>
  readCertified(services.store, await requireCertified(db, scopeOf(caller), ano));
