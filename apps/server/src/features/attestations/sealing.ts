import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { canonicalBytes, Leaf, Manifest, type ManifestObject, paths, readSealed } from '@proofkeep/bundle';
import { digestFile, sha256Hex, sm3Hex, syncFolder } from '@proofkeep/bundle/node';
import { type Artifact, CaptureReport, type ProofRung } from '@proofkeep/contract';
import { signDetached } from '@proofkeep/seal';
import type { Installation } from '../../installation.ts';
import type { LoggedEntry } from '../../log/log.ts';
import { certify } from './certifying.ts';
import { EvidenceFolder, placesOf } from './evidence-folder.ts';
import { stamp } from './stamping.ts';
import { lockAttestation, moveAttestation } from './store.ts';

/** What the capture node left: its report, the files it named, and the folder they are in. */
export interface Captured {
  report: CaptureReport;
  artifacts: Artifact[];
  workDir: string;
}

export type OnRung = (rung: ProofRung, detail: string) => void;

/**
 * From the artifacts of a capture to a committed leaf. Order and what a crash leaves behind: the parts are on disk before
 * the one transaction that moves the attestation to `sealing` and hands the leaf to the log; a crash before it leaves an
 * attestation in `capturing`, whose folder the recovery removes; a crash after it leaves one that `finishSealing` completes.
 */
export async function seal(installation: Installation, ano: string, capture: Captured, onRung: OnRung): Promise<void> {
  await checkFiles(capture);
  onRung('hashed', `${capture.artifacts.length}`);

  const folder = new EvidenceFolder(placesOf(installation.config.DATA_DIR, ano).sealed);
  await folder.adopt(capture.workDir);
  const manifest = canonicalBytes(manifestOf(ano, capture, installation));
  await folder.write(paths.manifest, manifest);
  const stamped = await stamp(installation, folder, { ano, manifest });
  onRung('stamped', stamped.detail);

  const leaf = canonicalBytes({
    v: 1,
    type: 'proofkeep-leaf',
    ano,
    manifestSha256: sha256Hex(manifest),
    manifestSm3: sm3Hex(manifest),
    tokenSha256: sha256Hex(stamped.own),
  } satisfies Leaf);
  const claimedAt = new Date();
  await folder.write(paths.manifestSignature, await signDetached(installation.authority.seal, manifest, { claimedAt }));
  await folder.write(paths.leaf, leaf);

  await installation.database.transaction(async (client) => {
    await moveAttestation(client, ano, 'capturing', 'captured');
    await installation.log.enqueue(client, { key: ano, bytes: leaf });
  });
}

/**
 * The rest of the ladder. All of it may be done again after a crash, and by two at once: who lost the connection that
 * said he owns the attestation goes on until he notices.
 */
export async function finishSealing(installation: Installation, ano: string, onRung: OnRung): Promise<void> {
  const entry = await installation.log.logged(ano);
  onRung('logged', `#${entry.index}`);

  const { sealing, evidence } = placesOf(installation.config.DATA_DIR, ano);
  await certifyInto(evidence, installation, ano, entry);
  await installation.database.transaction(async (client) => {
    if ((await lockAttestation(client, ano))?.state !== 'succeeded')
      await moveAttestation(client, ano, 'sealing', 'certified');
  });
  await rm(sealing, { recursive: true, force: true });
  onRung('certified', ano);
}

/**
 * Everybody draws the certificate in a folder of his own; the first who is done gives his its place, with one rename, and
 * removes those of the others. Whoever fails after that came second: what stands there is whole, and stays.
 */
async function certifyInto(place: string, installation: Installation, ano: string, entry: LoggedEntry): Promise<void> {
  const { sealing, sealed } = placesOf(installation.config.DATA_DIR, ano);
  const draft = new EvidenceFolder(join(sealing, installation.random(8).toString('hex')));
  try {
    await new EvidenceFolder(sealed).copyTo(draft);
    const manifest = readSealed(Manifest, await readFile(draft.at(paths.manifest)));
    const report = CaptureReport.parse(JSON.parse(await readFile(draft.at('data/report.json'), 'utf8')));
    await certify(installation, draft, { manifest, report, entry });
    await draft.settle(place);
  } catch (error) {
    if (!existsSync(place)) throw error;
    await syncFolder(dirname(place));
  } finally {
    await draft.remove();
  }
}

/**
 * The server's own reading of every file: what the node said is not taken on trust, and nothing changed on the way. The
 * whole folder becomes `data/`, so nothing may be in it that the node did not name and the manifest will not list.
 */
async function checkFiles({ artifacts, workDir }: Captured): Promise<void> {
  const unnamed = new Set(await filesIn(workDir));
  for (const artifact of artifacts) {
    if (!unnamed.delete(artifact.path)) throw new Error(`${artifact.path} is not a file that the capture node left.`);
    const found = await digestFile(join(workDir, artifact.path));
    if (found.size !== artifact.size || found.sha256 !== artifact.sha256 || found.sm3 !== artifact.sm3)
      throw new Error(`${artifact.path} is not the file whose digest the capture node gave.`);
  }
  for (const path of unnamed) throw new Error(`The capture node left ${path}, which it did not name.`);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries)
    if (!entry.isFile() && !entry.isDirectory()) throw new Error(`${entry.name} is neither a file nor a folder.`);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function manifestOf(ano: string, { report, artifacts }: Captured, installation: Installation): Manifest {
  const { environment, page } = report;
  if (!environment || report.state === 'failed') throw new Error('A failed capture is never sealed.');
  const objects: ManifestObject[] = artifacts
    .map(({ path, size, mediaType, sha256, sm3 }) => ({
      path: `${paths.dataFolder}${path}`,
      size,
      mediaType,
      sha256,
      sm3,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return Manifest.parse({
    v: 1,
    type: 'proofkeep-manifest',
    ano,
    salt: installation.random(32).toString('hex'),
    createdAt: new Date().toISOString(),
    kind: 'page',
    subject: { requestedUrl: page.requestedUrl, finalUrl: page.finalUrl ?? page.requestedUrl, title: page.title ?? '' },
    capture: {
      state: report.state,
      startedAt: report.startedAt,
      endedAt: report.endedAt,
      tool: environment.tool,
      toolVersion: environment.toolVersion,
      browser: environment.browser,
      isolation: environment.isolation,
      clockOffsetMs: environment.clockOffsetMs === null ? null : String(environment.clockOffsetMs),
      operator: installation.config.OPERATOR,
      missing: report.missing.length,
    },
    objects,
  } satisfies Manifest);
}
