import { bytesSource, openZip, secondFolder } from '@proofkeep/bundle';
import { type JobName, jobs as jobNames } from '@proofkeep/contract';
import { expect, it, vi } from 'vitest';
import { type JobHandlers, openJobs } from '../../../jobs/jobs.ts';
import { attestationPlace, bundleParts, lastFolder, readManifest, storedParts, zipOf } from '../../evidence/service.ts';
import { findBalance } from '../../money/service.ts';
import { jobHandlers } from '../jobs.ts';
import { verifyStored } from '../sealing/self-check.ts';
import { findAttestation } from '../store.ts';
import { deliveredCents, useInstallation } from '../testing/test-installation.ts';
import { comparisonIn } from './shown.ts';

const given = useInstallation();
const balance = (accountId: string) => findBalance(given.installation.database.pool, accountId);

/** Runs the job that seals a delivery, and the jobs that it sends. @returns the place of the certificate */
async function sealed({ ano, fence }: { ano: string; fence: string }): Promise<string> {
  const { database } = given.installation;
  const others = Object.fromEntries((Object.keys(jobNames) as JobName[]).map((name) => [name, async () => {}]));
  const handlers = {
    ...others,
    ...jobHandlers(
      given.installation,
      () => jobs,
      () => {},
    ),
  } as JobHandlers;
  const jobs = await openJobs(database, { handlers, onError: (error) => expect.fail(String(error)) });
  await database.transaction((db) => jobs.send(db, 'seal', { ano, fence }));
  await vi.waitFor(
    async () => {
      expect((await findAttestation(database.pool, ano))?.retainedUntil).toBeTruthy();
      const leases = await given.installation.store.folders(attestationPlace(ano));
      expect(leases.map(lastFolder)).toEqual([fence]);
    },
    { timeout: 20_000, interval: 100 },
  );
  await jobs.close();
  return (await findAttestation(database.pool, ano))?.certifiedPlace ?? '';
}

it('seals both records with their differences, and charges for both', async () => {
  const captured = await given.delivered({ second: 'captured' });
  expect(await balance(captured.accountId)).toEqual({ balanceCents: 0, heldCents: 2 * deliveredCents });

  const place = await sealed(captured);
  const { verdict, findings, facts } = await verifyStored(given.installation, place);

  expect(findings.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(verdict).toBe('passed');
  expect(facts?.second).toMatchObject({ state: 'captured', from: 'Place CN-SH', place: 'Place DE-HE' });
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'comparison', outcome: 'passed', args: { changes: 1, prices: 0 } }),
  );
  for (const path of ['report.json', 'page.wacz'])
    expect(findings).toContainEqual(
      expect.objectContaining({
        outcome: 'passed',
        subject: `${secondFolder}${path}`,
        check: expect.not.stringMatching('object'),
      }),
    );
  expect(await balance(captured.accountId)).toEqual({ balanceCents: 0, heldCents: 0 });
}, 40_000);

it('compares list, promotional and variant prices of a shop page, and states those that differ', async () => {
  const captured = await given.delivered({
    second: 'captured',
    prices: [
      [
        ['listPrice', '199'],
        ['price', '129'],
        ['variantPrice', '129', 'Red'],
        ['variantPrice', '139', 'Blue'],
      ],
      [
        ['listPrice', '259'],
        ['price', '149'],
        ['variantPrice', '129', 'Red'],
      ],
    ],
  });

  const place = await sealed(captured);
  const { store, database } = given.installation;
  const { verdict, findings } = await verifyStored(given.installation, place);
  const row = await findAttestation(database.pool, captured.ano);
  const parts = row ? await storedParts(store, row) : new Map();
  const manifest = await readManifest(store, parts);
  const shown = manifest && (await comparisonIn(store, parts, manifest));

  expect(findings.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
  expect(verdict).toBe('passed');
  for (const path of ['data/product.json', `${secondFolder}product.json`])
    expect(findings).toContainEqual(expect.objectContaining({ check: 'product', outcome: 'passed', subject: path }));
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'comparison', outcome: 'passed', args: { changes: 2, prices: 3 } }),
  );
  expect(shown?.prices).toEqual({
    count: 4,
    changes: [
      { name: 'listPrice', variant: null, values: [['199'], ['259']] },
      { name: 'price', variant: null, values: [['129'], ['149']] },
      { name: 'variantPrice', variant: 'Blue', values: [['139'], []] },
    ],
  });
}, 40_000);

it('seals the first record alone, with the reason, if there is no second one, and charges only the first', async () => {
  const captured = await given.delivered({ second: 'no-node' });

  const place = await sealed(captured);
  const { verdict, findings, facts } = await verifyStored(given.installation, place);

  expect(verdict).toBe('passed');
  expect(facts?.second).toMatchObject({ state: 'failed', from: 'Place CN-SH', place: null });
  expect(findings).toContainEqual(
    expect.objectContaining({ check: 'second', outcome: 'not-checked', code: 'second-no-node', required: false }),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(await bundleParts(given.installation.store, place)).body)
    chunks.push(chunk as Buffer);
  const zip = await openZip(bytesSource(Buffer.concat(chunks)));
  expect([...zip.entries.keys()].filter((path) => path.startsWith(secondFolder))).toEqual([]);
  expect(await balance(captured.accountId)).toEqual({ balanceCents: deliveredCents, heldCents: 0 });
}, 40_000);
