import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutsideTsa, type PublishedStatus, startOutsideTsa } from '@proofkeep/fakes';
import { fromPem, parseCertificate, parseTimestamp } from '@proofkeep/pki';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAuthority } from './authority.ts';
import { collectRevocation, type FetchStatus } from './outside-revocation.ts';
import { chainPem, toPem } from './pem.ts';
import { run, temporaryFolder } from './testing/tools.ts';
import { timestampAuthority } from './timestamp-authority.ts';
import { askOutsideAuthorities } from './timestamp-client.ts';

const evidence = Buffer.from('the stamped data\n');

/**
 * Fetches like the product, without its address rule: stops at the size limit. Only the wait for the first byte is
 * limited, so a long response is too large but never too late, even on a slow machine.
 */
const fetchWithin =
  (answerMs: number): FetchStatus =>
  async ({ url, body, limitBytes }) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), answerMs);
    try {
      const init = body && { method: 'POST', headers: { 'content-type': body.type }, body: Buffer.from(body.bytes) };
      const response = await fetch(url, { ...init, signal: patience.signal });
      clearTimeout(timer);
      if (response.status !== 200) return 'http-status';
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of response.body ?? []) {
        size += chunk.length;
        if (size > limitBytes) return 'too-large';
        chunks.push(chunk);
      }
      return new Uint8Array(Buffer.concat(chunks));
    } catch {
      return 'timeout';
    } finally {
      clearTimeout(timer);
    }
  };
/** Longer than any response takes on a busy machine; for silence the wait is as short as possible. */
const patientMs = 60_000;
const impatientMs = 300;
const plainFetch = fetchWithin(patientMs);

let tsa: OutsideTsa;
beforeAll(async () => {
  tsa = await startOutsideTsa();
});
afterAll(() => tsa.close());

const believed = () => fromPem(tsa.root).map(parseCertificate);
const minute = 60_000;

async function ask(status: Partial<PublishedStatus>, roots = believed()) {
  tsa.publish(status);
  const isSilent = status.crl === 'silence' || status.ocsp === 'silence';
  return askOutsideAuthorities([tsa.url], evidence, { roots, fetch: fetchWithin(isSilent ? impatientMs : patientMs) });
}

/** Returns the collected revocation data of the timestamp unit and its issuing authority, and the failures. */
async function collect(status: Partial<PublishedStatus>, roots = believed()) {
  const { tokens } = await ask(status, roots);
  return tokens[0]?.revocation.map(({ part, failures }) => [part, ...failures.map(({ why }) => why)]);
}

/** Exit codes of `openssl verify -crl_check` for the timestamp unit and its issuing authority, each with one list. */
async function checkedByOpenssl(token: Uint8Array | undefined, lists: readonly { bytes: Uint8Array | null }[]) {
  const { signed } = await parseTimestamp(token ?? new Uint8Array(0));
  const folder = await temporaryFolder();
  const chain = [signed.signer, ...signed.certificates.filter(({ raw }) => raw !== signed.signer.raw)];
  await writeFile(join(folder, 'chain.pem'), chainPem(chain.map(({ raw }) => raw)));
  const check = async (i: number) => {
    await writeFile(join(folder, 'one.pem'), toPem('CERTIFICATE', chain[i]?.raw ?? new Uint8Array(0)));
    const list = toPem('X509 CRL', lists[i]?.bytes ?? new Uint8Array(0));
    await writeFile(join(folder, 'trusted.pem'), `${tsa.root}${list}`);
    const args = ['verify', '-crl_check', '-CAfile', 'trusted.pem', '-untrusted', 'chain.pem', 'one.pem'];
    return (await run('openssl', args, folder)).exitCode;
  };
  return [await check(0), await check(1)];
}

describe('the revocation of an outside authority', () => {
  it('is collected from the CRLs of both issuers', async () => {
    const { tokens } = await ask({});
    const [token] = tokens;

    const { signed } = await parseTimestamp(token?.token ?? new Uint8Array(0));
    const kept = token?.revocation ?? [];
    expect(kept.map(({ part }) => part)).toEqual(['crl', 'crl']);
    expect(kept[0]?.sha256).toBe(hash('sha256', signed.signer.raw));
  });

  it('is collected from lists of their distribution point and kind of certificates, as openssl accepts them', async () => {
    const { tokens } = await ask({ crl: 'partitioned' });
    const kept = tokens[0]?.revocation ?? [];

    expect(kept.map(({ part }) => part)).toEqual(['crl', 'crl']);
    expect(await checkedByOpenssl(tokens[0]?.token, kept)).toEqual([0, 0]);
  });

  it('is not collected from lists of other distribution points, as openssl refuses them', async () => {
    const [foreign] = (await ask({ crl: 'elsewhere', ocsp: 'absent' })).tokens;
    const lists = await Promise.all(
      ['issuing', 'root'].map(async (issuer) => {
        const answer = await fetch(new URL(`/status/${issuer}.crl`, tsa.url));
        return { bytes: new Uint8Array(await answer.arrayBuffer()) };
      }),
    );

    expect(foreign?.revocation.map(({ part, failures }) => [part, failures[0]?.why])).toEqual([
      [null, 'other-scope'],
      [null, 'other-scope'],
    ]);
    expect(await checkedByOpenssl(foreign?.token, lists)).toEqual([2, 2]);
  });

  it('is collected from OCSP responses that name the issuer by SHA-256', async () => {
    expect(await collect({ crl: 'absent', ocsp: 'sha256' })).toEqual([
      ['ocsp', 'http-status'],
      ['ocsp', 'http-status'],
    ]);
  });

  it('is collected from OCSP responses if there are no CRLs', async () => {
    expect(await collect({ crl: 'absent' })).toEqual([
      ['ocsp', 'http-status'],
      ['ocsp', 'http-status'],
    ]);
  });

  it.each<[Partial<PublishedStatus>, string, string]>([
    [{ crl: 'absent', ocsp: 'absent' }, 'http-status', 'http-status'],
    [{ crl: 'stale', ocsp: 'stale' }, 'not-current', 'not-current'],
    [{ crl: 'foreign', ocsp: 'foreign' }, 'foreign', 'foreign'],
    [{ crl: 'garbage', ocsp: 'garbage' }, 'unreadable', 'unreadable'],
    [{ crl: 'endless', ocsp: 'endless' }, 'too-large', 'too-large'],
    [{ crl: 'silence', ocsp: 'silence' }, 'timeout', 'timeout'],
  ])('is missing, but the token is kept with the reason, if the responses are %j', async (status, list, answer) => {
    expect(await collect(status)).toEqual([
      [null, list, answer],
      [null, list, answer],
    ]);
  });

  it.each<[string, Partial<PublishedStatus>]>([
    ['a list', { revoked: { at: new Date(Date.now() - minute) } }],
    ['a response', { crl: 'absent', revoked: { at: new Date(Date.now() - minute), reason: 4 } }],
  ])('drops the token when %s reports it as revoked', async (_, status) => {
    const { tokens, refusals } = await ask(status);

    expect(tokens).toEqual([]);
    expect(refusals).toEqual([expect.objectContaining({ why: 'invalid', detail: expect.stringContaining('revoked') })]);
  });

  it('is kept unverified, from CRLs only, if the root is unknown', async () => {
    expect(await collect({}, [])).toEqual([['crl'], ['crl']]);
    expect(await collect({ crl: 'absent' }, [])).toEqual([
      ['ocsp', 'http-status'],
      [null, 'http-status'],
    ]);
  });

  it('is not collected if the certificates name no source', async () => {
    const authority = await openAuthority(await temporaryFolder());
    const token = await timestampAuthority(authority.tsa).token(hash('sha256', evidence, 'buffer'));

    const kept = await collectRevocation(await parseTimestamp(token), { roots: [], fetch: plainFetch });

    expect(kept.map(({ part, failures }) => [part, failures])).toEqual([
      [null, []],
      [null, []],
    ]);
  });
});
