import { parseAllowed } from '@proofkeep/egress';
import { describe, expect, it } from 'vitest';
import { createDestinations } from './destinations.ts';

const names: Record<string, string[]> = {
  'proofkeep.test': ['93.184.216.34', '2606:4700::34'],
  'proofkeep.replay.test': ['93.184.216.35'],
  'same-address.test': ['93.184.216.34'],
  'same-address6.test': ['93.184.216.40', '2606:4700::34'],
  'same-replay-address.test': ['93.184.216.35'],
  'a1.replay.test': ['93.184.216.36'],
  'b.a1.replay.test': ['93.184.216.36'],
  'replay.test': ['93.184.216.37'],
  'notproofkeep.test': ['93.184.216.38'],
  'proofkeep.test.elsewhere.test': ['93.184.216.38'],
  'myreplay.test': ['93.184.216.38'],
};

function judge(host: string, allow: string[] = []) {
  const destinations = createDestinations({
    allowed: parseAllowed(allow),
    ownHosts: ['proofkeep.test', '*.replay.test', 'unknown.test', '93.184.216.99', '[2606:4700::99]'],
    resolve: async (name) => {
      const answers = names[name];
      if (!answers) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
      return answers;
    },
    closed: () => null,
  });
  return destinations.judge(host, 443);
}

describe('the service itself', () => {
  it.each([
    ['by its name', 'proofkeep.test', 'proofkeep.test'],
    ['by its name in capitals and with the root', 'Proofkeep.TEST.', 'proofkeep.test.'],
    ['by another name of its address', 'same-address.test', '93.184.216.34'],
    ['by a name with its address among others', 'same-address6.test', '2606:4700::34'],
    ['by its address', '93.184.216.34', '93.184.216.34'],
    ['by its address in another spelling', '[2606:4700:0:0::0034]', '2606:4700::34'],
    ['by a name below its wildcard', 'a1.replay.test', 'a1.replay.test'],
    ['by a name further below its wildcard', 'b.a1.replay.test', 'b.a1.replay.test'],
    ['by another name of the address behind its wildcard', 'same-replay-address.test', '93.184.216.35'],
    ['where it is set as an address', '93.184.216.99', '93.184.216.99'],
    ['where it is set as an IPv6 address', '[2606:4700::99]', '2606:4700::99'],
  ])('cannot be reached by a captured page %s', async (_, host, named) => {
    expect(await judge(host)).toMatchObject({
      verdict: 'refused',
      why: { text: `${named} belongs to this service.` },
    });
  });

  it.each(['notproofkeep.test', 'proofkeep.test.elsewhere.test', 'myreplay.test', 'replay.test'])(
    'is not confused with %s',
    async (host) => {
      expect(await judge(host)).toMatchObject({ verdict: 'allowed' });
    },
  );

  it('can be reached if the operator allowed its name on that port', async () => {
    expect(await judge('proofkeep.test', ['proofkeep.test:443'])).toMatchObject({ verdict: 'allowed' });
    expect(await judge('proofkeep.test', ['proofkeep.test:80'])).toMatchObject({ verdict: 'refused' });
  });

  it('stays unreachable by name if the operator allowed its address; other hosts there can be reached', async () => {
    const open = ['93.184.216.0/24'];

    expect(await judge('same-address.test', open)).toMatchObject({ verdict: 'allowed' });
    expect(await judge('proofkeep.test', open)).toMatchObject({ verdict: 'refused' });
  });
});
