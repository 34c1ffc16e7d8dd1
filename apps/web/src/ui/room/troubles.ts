import type { Other, RoomView } from './room-client.ts';

/** People whose picture and sound don't arrive: there is no way to them, or nothing comes through. */
export interface Troubles {
  unreached: Other[];
  silent: Other[];
}

/** Returns the people in an open room who can't be seen and heard until there is a new connection. */
export function troublesOf({ state, others }: Pick<RoomView, 'state' | 'others'>): Troubles {
  const of = (wanted: Other['quality']) => (state === 'open' ? others.filter(({ quality }) => quality === wanted) : []);
  return { unreached: of('failed'), silent: of('silent') };
}
