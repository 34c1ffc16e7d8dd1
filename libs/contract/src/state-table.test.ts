import { describe, expect, it } from 'vitest';
import { stateTable } from './state-table.ts';

const door = stateTable({
  states: ['open', 'closed', 'locked'],
  initial: ['open'],
  rows: [
    { from: 'open', event: 'close', to: 'closed', who: ['guest', 'owner'], because: 'both may close it' },
    { from: 'closed', event: 'open', to: 'open', who: ['guest', 'owner'], because: 'it is not locked' },
    { from: 'closed', event: 'lock', to: 'locked', who: 'owner', because: 'only the owner has the key' },
  ],
});

describe('stateTable', () => {
  it('returns the state after an event', () => {
    expect(door.after('open', 'close')).toBe('closed');
    expect(door.after('open', 'lock')).toBeUndefined();
  });

  it('checks the actor of the event', () => {
    expect(door.after('closed', 'lock', 'owner')).toBe('locked');
    expect(door.after('closed', 'lock', 'guest')).toBeUndefined();
  });

  it('lists the events that a role may cause', () => {
    expect(door.allowed('closed', 'guest')).toEqual(['open']);
    expect(door.allowed('closed', 'owner')).toEqual(['open', 'lock']);
    expect(door.allowed('locked', 'owner')).toEqual([]);
  });

  it('rejects two rows for one state and event', () => {
    const row = { from: 'on', event: 'press', to: 'off', who: 'user', because: 'it toggles' } as const;

    expect(() => stateTable({ states: ['on', 'off'], initial: ['on'], rows: [row, { ...row, to: 'on' }] })).toThrow(
      'on press',
    );
  });
});
