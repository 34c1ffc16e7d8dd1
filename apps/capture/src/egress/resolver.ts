import { lookup } from 'node:dns/promises';

/** All addresses of a name, in the order in which they should be tried. Rejects when there are none. */
export type Resolve = (name: string) => Promise<string[]>;

/** As every program of this machine resolves names, hosts file included; `fixed` names are answered from there alone. */
export const systemResolver =
  (fixed: ReadonlyMap<string, readonly string[]>): Resolve =>
  async (name) => {
    const known = fixed.get(name);
    if (known) return [...known];
    const answers = await lookup(name, { all: true, order: 'verbatim' });
    return answers.map(({ address }) => address);
  };

/**
 * Asks once: what a name meant first it means to the end of the capture, so that it cannot change its meaning after it was
 * checked, and the evidence holds one answer for it. Failures are asked again.
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
