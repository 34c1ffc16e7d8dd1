import { useEffect, useRef } from 'react';
import { keptRecordings } from './kept-chunks.ts';
import { sendLeft } from './send-chunks.ts';

/**
 * Before the notary enters, sends the pieces that earlier windows of this browser recorded in the matter's room and
 * could not send.
 */
export function useLeftRecordings(
  matterId: string,
  { isInside, onSent }: { isInside: boolean; onSent: () => Promise<void> },
): void {
  const sent = useRef(onSent);
  useEffect(() => {
    sent.current = onSent;
  });
  useEffect(() => {
    if (isInside) return;
    const aborting = new AbortController();
    const send = async () => {
      const left = (await keptRecordings()).filter((recording) => recording.matterId === matterId);
      // Failed uploads are retried at the next visit.
      const results = await Promise.allSettled(left.map(({ id }) => sendLeft(id, aborting.signal)));
      if (results.some((one) => one.status === 'fulfilled' && one.value)) await sent.current();
    };
    void send().catch(() => {});
    return () => aborting.abort();
  }, [matterId, isInside]);
}
