import { PassThrough } from 'node:stream';
import { attestationCalls, type Bytes, type InputOf } from '@proofkeep/contract';
import type { Caller } from '../../../http/caller.ts';
import type { Context } from '../../../http/context.ts';
import { evidenceSeenBy, mayCall, maySeeEvidenceOf, scopeOf } from '../../../http/policy.ts';
import { findAgain } from '../../../http/sessions.ts';
import { unreadMessages } from '../../messages/service.ts';
import { findListed, hasChangedSince } from './store.ts';
import { summaryOf } from './summary.ts';

/** Proxies and browsers close silent connections. */
const beatMs = 15_000;
/** An expired session sends no notification: its stream ends at most this much later. */
const checkMs = 10_000;
/** A client with this many unread bytes is disconnected. */
const mostUnreadBytes = 2 ** 18;
/** Changes within this time are sent once. */
const gatherMs = 100;
/** A change carries the time its transaction began, and becomes visible at COMMIT: longer than any transaction takes. */
const commitMs = 30_000;

/**
 * Streams changes of the account's attestations, if the caller may see them, and the caller's number of unread messages
 * (Server-Sent Events, WHATWG HTML §9.2). One stream per window, because browsers allow few connections.
 */
export async function live(
  { since }: InputOf<typeof attestationCalls.live>,
  { db, caller, services }: Context<'user'>,
): Promise<Bytes> {
  const stream = new PassThrough();
  const write = (event: string, data: unknown) => {
    stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (stream.writableLength > mostUnreadBytes) stream.destroy();
  };
  const changed = new Set<string>();
  const sendChanged = debounced(stream, async () => {
    const anos = [...changed];
    changed.clear();
    for (const row of await findListed(db, scopeOf(caller), anos)) write('changed', summaryOf(row));
  });
  const sendMessages = debounced(stream, async () => {
    write('messages', await unreadMessages(db, caller));
  });
  const checkRights = () =>
    findAgain(db, caller, new Date()).then(
      // A client that is still authorized reconnects and reloads everything.
      (current) => void ((!current || !seesAlike(current, caller)) && stream.end()),
      () => void stream.destroy(),
    );
  const end = services.watchers.watch({
    caller,
    onNotice({ account: _account, login, ...notice }) {
      if (notice.kind === 'message') {
        if (login === caller.loginId) sendMessages();
      } else if (login !== null && maySeeEvidenceOf(caller, login)) {
        const { kind, ...about } = notice;
        if (kind === 'changed') {
          changed.add(notice.ano);
          sendChanged();
        } else write(kind, about);
      }
    },
    onRights: checkRights,
    // Unknown notifications were missed: the client reconnects and reloads everything.
    onGap: () => stream.end(),
  });
  const beat = setInterval(() => stream.write(':\n\n'), beatMs);
  const checking = setInterval(checkRights, checkMs);
  stream.on('close', () => {
    end();
    clearInterval(beat);
    clearInterval(checking);
  });
  // The session may have ended after the call was authorised and before the stream listened for its notifications.
  await checkRights();
  stream.write('retry: 2000\n\n');
  if (since) {
    const from = new Date(Date.parse(since) - commitMs);
    const seen = evidenceSeenBy(caller);
    if (seen && (await hasChangedSince(db, seen, from))) write('missed', {});
    sendMessages();
  }
  return { body: stream };
}

/** Whether a caller still sees the same evidence as when the stream was opened. */
const seesAlike = (current: Caller, before: Caller): boolean =>
  mayCall(attestationCalls.list, current) === mayCall(attestationCalls.list, before) && current.scope === before.scope;

/** Delays `send`, runs it once for all calls in between, and never after the stream closed. */
function debounced(stream: PassThrough, send: () => Promise<void>): () => void {
  let waiting: NodeJS.Timeout | undefined;
  stream.on('close', () => clearTimeout(waiting));
  return () => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      send().catch(() => stream.destroy());
    }, gatherMs);
  };
}
