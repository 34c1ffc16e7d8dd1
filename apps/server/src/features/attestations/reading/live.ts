import { PassThrough } from 'node:stream';
import { attestationCalls, type Bytes } from '@proofkeep/contract';
import type { Context } from '../../../http/context.ts';
import { mayCall } from '../../../http/policy.ts';
import { findAgain } from '../../../http/sessions.ts';
import { unreadMessages } from '../../messages/service.ts';
import { findListed } from './store.ts';
import { summaryOf } from './summary.ts';

/** Proxies and browsers take a silent connection for a dead one. */
const beatMs = 15_000;
/** A session that expires ends without a notice: its stream ends at most this much later. */
const checkMs = 10_000;
/** A client that reads nothing for so long that this much waits is cut off. */
const mostUnreadBytes = 2 ** 18;
/** Several changes of one thing within so long are told once. */
const gatherMs = 100;

/**
 * Tells whoever is signed in what happens to the attestations of the account, where he may see them, and how many messages he
 * has not read (Server-Sent Events, WHATWG HTML §9.2): one stream for a window, as browsers keep few open.
 */
export async function live(_input: unknown, { db, caller, services }: Context<'user'>): Promise<Bytes> {
  const stream = new PassThrough();
  const write = (event: string, data: unknown) => {
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (stream.writableLength > mostUnreadBytes) stream.destroy();
  };
  const changed = new Set<string>();
  const maySee = mayCall(attestationCalls.list, caller);
  const tellChanged = gathered(stream, async () => {
    const anos = [...changed];
    changed.clear();
    for (const row of await findListed(db, caller.accountId, anos)) write('changed', summaryOf(row));
  });
  const tellMessages = gathered(stream, async () => {
    write('messages', await unreadMessages(db, caller));
  });
  const check = () =>
    findAgain(db, caller, new Date()).then(
      // A client that is still authorized reconnects and reloads everything.
      (current) => void ((!current || mayCall(attestationCalls.list, current) !== maySee) && stream.end()),
      () => void stream.destroy(),
    );
  const end = services.watchers.watch({
    caller,
    onNotice({ account: _account, ...notice }) {
      if (notice.kind === 'message') {
        if (notice.login === caller.loginId) tellMessages();
      } else if (maySee) {
        const { kind, ...about } = notice;
        if (kind === 'progress') write('progress', about);
        else {
          changed.add(about.ano);
          tellChanged();
        }
      }
    },
    onRights: check,
    // What was missed is not known: whoever listens connects again, and asks for all of it.
    onGap: () => stream.end(),
  });
  const beat = setInterval(() => stream.write(':\n\n'), beatMs);
  const checking = setInterval(check, checkMs);
  stream.on('close', () => {
    end();
    clearInterval(beat);
    clearInterval(checking);
  });
  // The session may have ended after the call was authorised and before notices about it were heard.
  await check();
  stream.write('retry: 2000\n\n');
  return { body: stream };
}

/** Has it told a moment later, once for all that asked meanwhile, and no more when nobody listens. */
function gathered(stream: PassThrough, tell: () => Promise<void>): () => void {
  let waiting: NodeJS.Timeout | undefined;
  stream.on('close', () => clearTimeout(waiting));
  return () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      tell().catch(() => stream.destroy());
    }, gatherMs);
  };
}
