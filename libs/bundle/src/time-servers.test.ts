import { startTimeServer, type TimeServer } from '@proofkeep/fakes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agreedReading, type ClockSample, judgeSample } from './clock.ts';
import { askTimeServers, isTimeServer } from './time-servers.ts';

let servers: TimeServer[];
beforeAll(async () => {
  servers = await Promise.all([startTimeServer(), startTimeServer(), startTimeServer()]);
});
afterAll(() => Promise.all(servers.map((server) => server.close())));
beforeEach(() => {
  for (const server of servers) {
    server.behave('correct');
    server.offsetMs = 0;
  }
});

const ask = (count: number, o: { limitMs?: number; clock?: () => number } = {}) =>
  askTimeServers(
    servers.slice(0, count).map(({ address }) => address),
    { limitMs: 300, ...o },
  );
const outcomes = (samples: ClockSample[]) => samples.map((sample) => judgeSample(sample).outcome);

describe('correct servers', () => {
  it('agree on the offset of the clock', async () => {
    const reading = agreedReading(await ask(3));

    expect(reading?.sources).toBe(3);
    expect(Math.abs(reading?.offsetMs ?? Number.NaN)).toBeLessThanOrEqual(reading?.uncertaintyMs ?? 0);
    expect(reading?.uncertaintyMs).toBeLessThan(300);
  });

  it.each([-86_400_000, -5_000, 3_000, 365 * 86_400_000])('show a clock that is off by %i ms', async (off) => {
    const reading = agreedReading(await ask(3, { clock: () => Date.now() + off }));

    expect(Math.abs((reading?.offsetMs ?? Number.NaN) - off)).toBeLessThanOrEqual(reading?.uncertaintyMs ?? 0);
  });

  it('receive a fresh nonce and nothing else about this machine', async () => {
    const [one, other] = [...(await ask(1)), ...(await ask(1))].map(({ request }) => Buffer.from(request, 'base64'));

    expect(one?.subarray(0, 40).toString('hex')).toBe(`23${'00'.repeat(39)}`);
    expect(one?.subarray(40)).not.toEqual(other?.subarray(40));
  });

  it('widen the bound by the time their response took', async () => {
    servers[0]?.behave('slow');

    const [sample] = await ask(1, { limitMs: 3_000 });
    const judged = sample && judgeSample(sample);

    expect(judged?.outcome === 'answered' && judged.uncertaintyMs).toBeGreaterThanOrEqual(250);
  });

  it('are accepted after 2036, when the seconds of their packets wrap around', async () => {
    const future = Date.parse('2040-06-01T00:00:00Z');
    for (const server of servers) server.offsetMs = future - Date.now();

    const reading = agreedReading(await ask(3, { clock: () => future }));

    expect(Math.abs(reading?.offsetMs ?? Number.NaN)).toBeLessThan(5_000);
  });
});

describe('an unreliable server', () => {
  it.each([
    ['silent', 'silent', ''],
    ['kiss', 'refused', 'RATE'],
    ['unsynchronised', 'invalid', 'the server is not synchronised'],
    ['wrong-nonce', 'invalid', 'it does not answer the request'],
    ['backwards', 'invalid', 'its times cannot be'],
    ['garbage', 'invalid', 'it does not answer the request'],
  ] as const)('%s: gives no time, but its response is kept', async (behaviour, outcome, why) => {
    servers[0]?.behave(behaviour);

    const samples = await ask(3);

    expect(samples[0] && judgeSample(samples[0])).toEqual({ outcome, why });
    expect(samples[0]?.answer === null).toBe(behaviour === 'silent');
    expect(agreedReading(samples)?.sources).toBe(2);
  });

  it('counts with its response to this request, even after a response to another one', async () => {
    servers[0]?.behave('spoofed-first');

    expect(outcomes(await ask(1))).toEqual(['answered']);
  });

  it('is outvoted by two correct servers', async () => {
    if (servers[0]) servers[0].offsetMs = 3_600_000;

    const reading = agreedReading(await ask(3));

    expect(reading?.sources).toBe(2);
    expect(Math.abs(reading?.offsetMs ?? Number.NaN)).toBeLessThan(1_000);
  });

  it('is recorded as unreachable without an address or a listener', async () => {
    const gone = await startTimeServer();
    const { address } = gone;
    await gone.close();

    expect(outcomes(await askTimeServers([address, 'no-such-name.invalid'], { limitMs: 300 }))).toEqual([
      'unreachable',
      'unreachable',
    ]);
  });
});

describe('no reference time is available', () => {
  it('if two servers disagree', async () => {
    if (servers[0]) servers[0].offsetMs = 60_000;

    expect(agreedReading(await ask(2))).toBeNull();
  });

  it('if only one server answers, or the list is empty', async () => {
    expect(agreedReading(await ask(1))).toBeNull();
    expect(agreedReading(await ask(0))).toBeNull();
  });

  it('if the list names one server twice', async () => {
    const [{ address } = { address: '' }] = servers;

    expect(agreedReading(await askTimeServers([address, address], { limitMs: 300 }))).toBeNull();
  });

  it('if no server answers within the time limit', async () => {
    for (const server of servers) server.behave('silent');
    const startedAt = performance.now();

    expect(agreedReading(await ask(3))).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1_500);
  });
});

it('accepts only names and addresses, with or without a port', () => {
  const good = ['ntp.aliyun.com', '203.0.113.5:123', '[2001:db8::1]', '[2001:db8::1]:1123'];
  const bad = ['', 'http://ntp.example', 'ntp.example:99999', '[ntp.example]', 'a b', '2001:db8::1'];

  expect([...good, ...bad].filter(isTimeServer)).toEqual(good);
});
