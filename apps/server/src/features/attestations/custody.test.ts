import { type CustodyRecord, custodyEntryBytes } from '@proofkeep/bundle';
import { sha256Hex } from '@proofkeep/bundle/node';
import { attestationCalls as calls, message } from '@proofkeep/contract';
import { byTestLength } from '@proofkeep/fakes';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordEvent } from './custody.ts';
import { readCustodyRecord } from './custody-store.ts';
import { useCertifiedService } from './testing/certified-service.ts';

const { service, certified } = useCertifiedService();
const { given, ask } = service;
const numRuns = byTestLength({ short: 30, long: 500 });

/** Number of the first entry that doesn't follow from the previous one; null if all do. */
function breakIn({ ano, events }: CustodyRecord): number | null {
  let previous: string | null = null;
  for (const [i, entry] of events.entries()) {
    const found = sha256Hex(custodyEntryBytes(ano, entry, previous));
    if (entry.n !== i + 1 || found !== entry.sha256) return i + 1;
    previous = found;
  }
  return null;
}

/** PostgreSQL text can't hold U+0000, and JSON no lone surrogates. */
const text = fc.string({ unit: 'binary', maxLength: 20 }).map((all) => all.replaceAll('\0', ''));
const event = fc.record({
  by: fc.oneof(
    fc.constant('service' as const),
    fc.constant('visitor' as const),
    text.map((node) => ({ node })),
  ),
  label: text,
  // Integers beyond 2^53 - 1 have no exact form (RFC 8785), and messages never contain one.
  seconds: fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n)),
  ),
});

it('links every event to the previous one, as readers of a bundle compute it, even for concurrent events', async () => {
  const holder = await given.login();

  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 8 }), async (events) => {
      const ano = await given.attestation(holder);
      await Promise.all(
        events.map(({ by, label, seconds }) =>
          service.database.transaction((db) =>
            recordEvent(db, {
              ano,
              event: 'access.downloaded',
              by,
              messages: [message('custody.file', { path: label }), message('network.silent', { seconds })],
            }),
          ),
        ),
      );

      const record = await readCustodyRecord(service.database.pool, ano);

      expect(record.events).toHaveLength(events.length);
      expect(breakIn(record)).toBeNull();
    }),
    { numRuns },
  );
});

it('breaks at the first entry that was changed, removed or moved', async () => {
  const ano = await given.attestation(await given.login());
  for (const path of ['a', 'b', 'c', 'd', 'e'])
    await recordEvent(service.database.pool, {
      ano,
      event: 'access.downloaded',
      by: 'visitor',
      messages: [message('custody.file', { path })],
    });
  const record = await readCustodyRecord(service.database.pool, ano);
  const change = fc.record({
    at: fc.nat({ max: record.events.length - 1 }),
    how: fc.constantFrom('by', 'event', 'at', 'attempt', 'messages', 'removed', 'swapped'),
  });

  fc.assert(
    fc.property(change, ({ at, how }) => {
      const events = structuredClone(record.events);
      const entry = events[at];
      const next = events[at + 1];
      if (!entry || ((how === 'removed' || how === 'swapped') && !next)) return;
      if (how === 'by') entry.by = 'service';
      if (how === 'event') entry.event = 'access.viewed';
      if (how === 'at') entry.at = new Date(Date.parse(entry.at) + 1).toISOString();
      if (how === 'attempt') entry.attempt += 1;
      if (how === 'messages') entry.messages = [];
      if (how === 'removed') events.splice(at, 1);
      if (how === 'swapped' && next) events.splice(at, 2, next, entry);

      expect(breakIn({ ...record, events })).toBe(at + 1);
    }),
    { numRuns: 100 },
  );
});

it('records a view of sealed evidence once an hour for each user', async () => {
  const holder = await given.login();
  const member = await given.member(holder, ['evidence']);
  const ano = await certified(holder);
  const views = async () =>
    (await readCustodyRecord(service.database.pool, ano)).events.filter((one) => one.event === 'access.viewed');

  await ask(calls.info, { ano }, { as: holder.token });
  await ask(calls.info, { ano }, { as: holder.token });
  await ask(calls.info, { ano }, { as: member.token });

  expect((await views()).map(({ by }) => by)).toEqual([holder.loginId, member.loginId]);
});
