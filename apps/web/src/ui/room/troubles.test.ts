import { expect, it } from 'vitest';
import type { Quality } from './peer.ts';
import type { Other } from './room-client.ts';
import { troublesOf } from './troubles.ts';

const other = (id: string, quality: Quality): Other => ({
  id,
  connection: id.charCodeAt(0),
  name: id,
  role: 'applicant',
  camera: true,
  microphone: true,
  stream: null,
  quality,
});
const others = [
  other('a', 'failed'),
  other('b', 'silent'),
  other('c', 'bad'),
  other('d', 'connecting'),
  other('e', 'good'),
];
const idsIn = (state: 'waiting' | 'open') => {
  const { unreached, silent } = troublesOf({ state, others });
  return [unreached, silent].map((people) => people.map(({ id }) => id));
};

it('offers to reconnect to people out of reach and to people from whom nothing arrives, once the room is open', () => {
  expect(idsIn('open')).toEqual([['a'], ['b']]);
  expect(idsIn('waiting')).toEqual([[], []]);
});
