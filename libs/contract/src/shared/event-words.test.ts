import { expect, it } from 'vitest';
import type { Call } from '../call.ts';
import { allCalls } from '../calls.ts';
import { eventWords, ownEvents } from './event-words.ts';

it('names every event of the audit trail in both languages', () => {
  const ofCalls = allCalls.flatMap(({ audit, mayAudit = [] }: Call) =>
    typeof audit === 'string' ? [audit, ...mayAudit] : mayAudit,
  );
  const events: string[] = [...ofCalls, ...ownEvents];

  expect(events.filter((event) => !eventWords[event])).toEqual([]);
  expect(Object.keys(eventWords).filter((event) => !events.includes(event))).toEqual([]);
});
