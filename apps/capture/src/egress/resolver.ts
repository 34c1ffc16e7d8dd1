import { lookup } from 'node:dns/promises';
import type { Resolve } from '@proofkeep/egress';

/**
 * Resolves like every program of this machine, including the hosts file; `fixed` names are resolved from that map
 * alone.
 */
export const systemResolver =
  (fixed: ReadonlyMap<string, readonly string[]>): Resolve =>
  async (name) => {
    const known = fixed.get(name);
    if (known) return [...known];
    const answers = await lookup(name, { all: true, order: 'verbatim' });
    return answers.map(({ address }) => address);
  };

/**
 * Resolves each name once per capture, so that its address cannot change after the check and the evidence has one
 * answer for it. Failures are retried.
 */
export function pinned(resolve: Resolve): Resolve {
  const answers = new Map<string, Promise<string[]>>();
  return (name) => {
    const known = answers.get(name);
    if (known) return known;
    const asked = resolve(name);
    answers.set(name, asked);
    asked.catch(() => answers.delete(name));
    return asked;
  };
}
