import { describe, expect, it } from 'vitest';
import { alterationsOf } from './alterations.ts';
import type { Capture } from './capture.ts';

type Actions = Record<string, number>;

/** A capture of a site with a valid certificate that changed only what is given. */
function changed({ actions = {}, ...given }: { actions?: Actions } & Record<string, unknown>) {
  const of = (value: unknown) => ({ peek: () => value });
  const capture = {
    job: { device: 'desktop', cookies: [], limits: { popups: 5 } },
    actions: { count: (action: string) => actions[action] ?? 0 },
    emulation: of({ ownUserAgent: 'Chrome', userAgent: 'Chrome' }),
    record: of({ exchanges: [] }),
    document: of(undefined),
    rejectedCertificates: of(new Map()),
    startedAt: new Date(),
    consentPressed: null,
    withheld: 0,
    madeEager: 0,
    otherDensities: 0,
    held: false,
    ...given,
  };
  return alterationsOf(capture as unknown as Capture).map(({ kind, said }) => [kind, said.values]);
}
const job = { device: 'desktop', cookies: [], limits: { popups: 5 } };

describe('the report', () => {
  it('lists nothing if nothing was changed', () => {
    expect(changed({ actions: { window: 5 } })).toEqual([]);
  });

  it.each<[string, Parameters<typeof changed>[0], object]>([
    ['user-agent', { emulation: { peek: () => ({ ownUserAgent: 'HeadlessChrome', userAgent: 'Chrome' }) } }, {}],
    ['device', { job: { ...job, device: 'phone' } }, {}],
    ['signed-in', { job: { ...job, cookies: [{}, {}] } }, { count: 2 }],
    ['consent', { consentPressed: 'Accept all' }, { label: 'Accept all' }],
    ['navigation', { actions: { kept: 2 } }, { times: 2 }],
    ['dialogs', { actions: { dialog: 3 } }, { count: 3 }],
    ['windows', { actions: { window: 7 } }, { count: 2 }],
    ['lazy-loading', { madeEager: 4 }, { count: 4 }],
    ['densities', { otherDensities: 2 }, { count: 2 }],
    ['scripts-stopped', { actions: { 'scripts-ended': 1 } }, {}],
    ['scripts-stopped', { held: true }, {}],
    ['refetched', { record: { peek: () => ({ exchanges: [{ source: 'refetch' }, {}] }) } }, { count: 1 }],
    ['credentials-withheld', { withheld: 1 }, { count: 1 }],
  ])('has one line for %s', (kind, given, values) => {
    expect(changed(given)).toEqual([[kind, values]]);
  });
});
