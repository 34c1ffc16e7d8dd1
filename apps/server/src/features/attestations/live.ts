import { PassThrough } from 'node:stream';
import type { Bytes } from '@proofkeep/contract';
import type { Context } from '../../http/context.ts';
import type { Notice } from './custody.ts';
import { holdingsOf, summaryOf } from './holdings.ts';

export interface Watchers {
  /** Called with each notice of the account. Returns what ends it. */
  watch(accountId: string, onNotice: (notice: Notice) => void, onGap: () => void): () => void;
}

/** Proxies and browsers take a silent connection for a dead one. */
const beatMs = 15_000;
/** Several changes of one attestation within so long are told once. */
const gatherMs = 100;

/** Tells whoever is signed in what happens to the attestations of the account (Server-Sent Events, WHATWG HTML §9.2). */
export async function live(_input: unknown, { db, caller, services }: Context<'user'>): Promise<Bytes> {
  const stream = new PassThrough();
  const write = (event: string, data: unknown) => stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  const changed = new Set<string>();
  let telling: NodeJS.Timeout | undefined;
  const tellChanged = async () => {
    telling = undefined;
    const anos = [...changed];
    changed.clear();
    for (const holding of await holdingsOf(db, caller.accountId, anos)) write('changed', summaryOf(holding));
  };
  const end = services.watchers.watch(
    caller.accountId,
    ({ kind, account: _account, ...notice }) => {
      if (kind === 'progress') write('progress', notice);
      else {
        changed.add(notice.ano);
        telling ??= setTimeout(() => tellChanged().catch(() => stream.destroy()), gatherMs);
      }
    },
    // What was missed is not known: whoever listens connects again, and asks for all of it.
    () => stream.end(),
  );
  const beat = setInterval(() => stream.write(':\n\n'), beatMs);
  stream.on('close', () => {
    end();
    clearInterval(beat);
    clearTimeout(telling);
  });
  stream.write('retry: 2000\n\n');
  return { body: stream };
}
