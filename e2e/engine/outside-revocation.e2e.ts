import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesSource, paths } from '@proofkeep/bundle';
import {
  isLongTest,
  openSampleSealer,
  type SampleOptions,
  type SampleRevocation,
  type SampleScope,
  type SampleStatus,
} from '@proofkeep/fakes';
import { readAnchors, verifyBundle } from '@proofkeep/verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byHand, handOver } from '../kit/by-hand.ts';

const day = 86_400_000;
const stampedAt = new Date('2026-06-01T08:00:00.250Z');
/** Days after the token, in whole seconds because CRLs and OCSP responses have no fractions. */
const after = (days: number) => new Date(Math.floor((stampedAt.getTime() + days * day) / 1000) * 1000);
const minutes = (count: number) => count / 1440;

let home: string;
let sealer: Awaited<ReturnType<typeof openSampleSealer>>;
let stranger: Awaited<ReturnType<typeof openSampleSealer>>;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'outside-revocation-'));
  // The authorities are older, so that the result depends only on revocation.
  let now = after(-60);
  [sealer, stranger] = await Promise.all([openSampleSealer(() => now), openSampleSealer(() => now)]);
  now = stampedAt;
});

afterAll(async () => {
  await Promise.all([sealer.close(), stranger.close()]);
  rmSync(home, { recursive: true, force: true });
});

/** In days after the token; the default is from an hour before it until a month after. */
interface Span {
  from?: number;
  until?: number | null;
}
type List = Span & { revoked?: SampleRevocation[]; by?: 'stranger' | 'root' | 'issuing'; scope?: SampleScope };
type Answer = Span & {
  says?: SampleStatus;
  by?: 'issuer' | 'responder' | 'seal' | 'stranger';
  about?: 'tsa' | 'issuing';
  digest?: 'sha1' | 'sha256';
};
type Status = { crl: List } | { ocsp: Answer } | null;
type Collected = NonNullable<SampleOptions['outsideStatus']>[number];

/** Revocation data collected for the certificate of the timestamp unit (`tsa`) or of its issuing authority. */
async function collected(status: Status, of: 'tsa' | 'issuing'): Promise<Collected> {
  if (status === null) return null;
  if ('crl' in status) {
    const { from = -1 / 24, until = 30, revoked = [], by, scope } = status.crl;
    const issuer = by === 'root' || by === 'issuing' ? by : of === 'tsa' ? 'issuing' : 'root';
    const options = { issuer, thisUpdate: after(from), nextUpdate: after(until ?? 30), revoked, scope };
    return { kind: 'crl', bytes: await (by === 'stranger' ? stranger : sealer).crl(options) };
  }
  const { from = -1 / 24, until = 30, says = 'good', by = 'issuer', about = of, digest } = status.ocsp;
  const span = { thisUpdate: after(from), ...(until === null ? {} : { nextUpdate: after(until) }) };
  const options = { of: about, by: by === 'stranger' ? 'issuer' : by, status: says, digest, ...span } as const;
  return { kind: 'ocsp', bytes: await (by === 'stranger' ? stranger : sealer).ocsp(options) };
}

/** The commands up to the check of the outside token; the later ones concern parts that no case changes. */
const upToOutside = (commands: string[]) =>
  commands.slice(
    0,
    commands.findIndex((command) => command.startsWith('openssl cms ')),
  );

/** Runs `verify` and the commands of VERIFY.txt on one outside token. @param isWhole runs all commands */
async function judge(tsa: Status, issuing: Status, isWhole = isLongTest) {
  const outsideStatus = [await collected(tsa, 'tsa'), await collected(issuing, 'issuing')];
  const { parts, anchors } = await sealer.make({ outsideStampAt: stampedAt, outsideStatus });
  const root = JSON.parse(anchors).roots.join('');
  const { folder, en, text } = await handOver(home, parts, { anchors, root, outsideRoots: root });
  const zip = await readFile(join(folder, 'evidence.zip'));
  const report = await verifyBundle(bytesSource(zip), await readAnchors(anchors));
  const commands = en.filter((command) => !command.startsWith('node '));
  const { failed, output } = byHand(folder, isWhole ? commands : upToOutside(commands));
  const outside = report.findings.filter(({ check }) => check === 'outside-revocation');
  return {
    outside,
    verdict: report.verdict,
    isRefusedByHand: failed.some((one) => /^openssl (verify|ocsp)|^grep -E .*good|^covers/.test(one)),
    otherFailures: failed.filter((one) => !/^openssl (verify|ocsp)|^grep -E .*good|^covers/.test(one)),
    isIncomplete: text.includes('Revocation data is incomplete'),
    output: [output, ...failed, JSON.stringify(outside, null, 1)].join('\n'),
  };
}

const list = (crl: List = {}): Status => ({ crl });
const answer = (ocsp: Answer = {}): Status => ({ ocsp });
const revokedAt = (days: number, reason?: number) => ({ at: after(days), ...(reason === undefined ? {} : { reason }) });
const keyCompromise = 1;
const superseded = 4;

type Case = [title: string, tsa: Status, issuing: Status, outcome: 'passed' | 'failed' | 'not-checked', code: string];

describe('verify and VERIFY.txt agree on the revocation of an outside authority', () => {
  it.each<Case>([
    ['by the lists of both issuers', list(), list(), 'passed', 'status-as-of'],
    ['by responses of both issuers', answer(), answer(), 'passed', 'status-as-of'],
    [
      'by a response of a responder that the issuer certified',
      answer({ by: 'responder' }),
      list(),
      'passed',
      'status-as-of',
    ],
    ['by a response of the minute after the token', answer({ from: minutes(1) }), list(), 'passed', 'status-as-of'],
    [
      'by a response of the minute after the token, without nextUpdate',
      answer({ from: minutes(1), until: null }),
      list(),
      'passed',
      'status-as-of',
    ],
    [
      'by a list that names another certificate',
      list({ revoked: [{ of: 'seal', at: after(-9) }] }),
      list(),
      'passed',
      'status-as-of',
    ],
    [
      'by responses that name the issuer by SHA-256',
      answer({ digest: 'sha256' }),
      answer({ digest: 'sha256', by: 'responder' }),
      'passed',
      'status-as-of',
    ],
    [
      'by lists of user certificates and of authorities only',
      list({ scope: { only: 'user' } }),
      list({ scope: { only: 'ca' } }),
      'passed',
      'status-as-of',
    ],
    [
      'revoked by a response that names the issuer by SHA-256',
      answer({ says: revokedAt(-1, superseded), digest: 'sha256' }),
      list(),
      'failed',
      'revoked',
    ],
    [
      'revoked by a list of user certificates only',
      list({ scope: { only: 'user' }, revoked: [{ of: 'tsa', at: after(-1) }] }),
      list(),
      'failed',
      'revoked',
    ],
    ['with a list of authorities only', list({ scope: { only: 'ca' } }), list(), 'not-checked', 'list-ca'],
    [
      'whose issuing authority has a list of user certificates only',
      list(),
      list({ scope: { only: 'user' } }),
      'not-checked',
      'list-user',
    ],
    [
      'with a list of attribute certificates only',
      list({ scope: { only: 'attribute' } }),
      list(),
      'not-checked',
      'list-attribute',
    ],
    ['with a list of some reasons only', list({ scope: { isPartial: true } }), list(), 'not-checked', 'list-reasons'],
    ['with an indirect list', list({ scope: { isIndirect: true } }), list(), 'not-checked', 'list-indirect'],
    [
      'with an indirect list that names its serial number',
      list({ scope: { isIndirect: true }, revoked: [{ of: 'tsa', at: after(-1) }] }),
      list(),
      'not-checked',
      'list-indirect',
    ],
    [
      'with a list of a distribution point that the certificate does not name',
      list({ scope: { point: 'http://other.example/1.crl' } }),
      list(),
      'not-checked',
      'list-point',
    ],
    ['revoked before the token', list({ revoked: [{ of: 'tsa', at: after(-1) }] }), list(), 'failed', 'revoked'],
    [
      'whose issuing authority was revoked before',
      list(),
      list({ revoked: [{ of: 'issuing', at: after(-1), reason: superseded }] }),
      'failed',
      'revoked',
    ],
    ['revoked by a response', answer({ says: revokedAt(-1, superseded) }), list(), 'failed', 'revoked'],
    [
      'whose key was found in other hands right after the token',
      answer({ from: minutes(2), says: revokedAt(minutes(1), keyCompromise) }),
      list(),
      'failed',
      'revoked',
    ],
    [
      'revoked without a reason in a list from after the token',
      list({ from: minutes(2), revoked: [{ of: 'tsa', at: after(minutes(1)) }] }),
      list(),
      'failed',
      'revoked',
    ],
    [
      'superseded in a list from after the token',
      list({ from: minutes(2), revoked: [{ of: 'tsa', at: after(minutes(1)), reason: superseded }] }),
      list(),
      'not-checked',
      'list-time',
    ],
    [
      'superseded right after the token',
      answer({ from: minutes(2), says: revokedAt(minutes(1), superseded) }),
      list(),
      'not-checked',
      'answer-open',
    ],
    ['with a list that ran out before the token', list({ from: -9, until: -1 }), list(), 'not-checked', 'list-time'],
    ['with a list from after the token', list({ from: 0.1 }), list(), 'not-checked', 'list-time'],
    ['with a list of a namesake', list({ by: 'stranger' }), list(), 'not-checked', 'no-status'],
    [
      'with a response that ran out before the token',
      answer({ from: -9, until: -1 }),
      list(),
      'not-checked',
      'answer-time',
    ],
    [
      'with a response of the hour after the token',
      answer({ from: minutes(60) }),
      list(),
      'not-checked',
      'answer-time',
    ],
    [
      'with a response of the hour before, without nextUpdate',
      answer({ until: null }),
      list(),
      'not-checked',
      'answer-time',
    ],
    ['that the responder does not know', answer({ says: 'unknown' }), list(), 'not-checked', 'answer-open'],
    ['with a response of another signer', answer({ by: 'seal' }), list(), 'not-checked', 'answer-foreign'],
    ['with a response of a stranger', answer({ by: 'stranger' }), list(), 'not-checked', 'no-status'],
    ['with a response about another certificate', answer({ about: 'issuing' }), list(), 'not-checked', 'no-status'],
  ])('%s', async (_, tsa, issuing, outcome, code) => {
    const { outside, verdict, isRefusedByHand, otherFailures, output } = await judge(tsa, issuing);

    expect(outside, output).toEqual([
      expect.objectContaining({ subject: paths.outsideToken(2), outcome, code, required: false }),
    ]);
    expect(isRefusedByHand, output).toBe(outcome !== 'passed');
    expect(otherFailures, output).toEqual([]);
    expect(verdict).toBe(outcome === 'failed' ? 'failed' : 'passed');
  });

  it.each<[string, Status, Status]>([
    ['nothing at all', null, null],
    ['nothing about its issuing authority', list(), null],
    ['nothing about itself', null, answer()],
  ])('without data for %s: it is not checked, and the text states this', async (_, tsa, issuing) => {
    const { outside, verdict, isIncomplete, isRefusedByHand, otherFailures, output } = await judge(tsa, issuing, true);

    expect(outside, output).toEqual([expect.objectContaining({ outcome: 'not-checked', code: 'collect-no-source' })]);
    expect([isIncomplete, isRefusedByHand, otherFailures, verdict], output).toEqual([true, false, [], 'passed']);
  });
});
