import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { newAno } from '@proofkeep/bundle';
import {
  type Artifact,
  type CaptureEvent,
  CaptureJob,
  type CaptureReport,
  type Failure,
  message,
} from '@proofkeep/contract';
import { runCaptureProcess } from '../../capture/capture-process.ts';
import {
  certify,
  insertLocalAttestation,
  installationSubmitter,
  NotVerified,
  type OnRung,
  seal,
  tryLockWork,
  unlockWork,
} from '../../features/attestations/service.ts';
import { localFence } from '../../features/evidence/service.ts';
import type { Installation } from '../../installation.ts';
import { discard } from './recovery.ts';
import { storeWorkFolder } from './work-folder.ts';

export type Preserved =
  | { sealed: true; ano: string; report: CaptureReport }
  | { sealed: false; ano: string; failure: Failure };

export interface PreserveOptions {
  url: string;
  dismissConsent: boolean;
  tls: CaptureJob['tls'];
  egressAllow: readonly string[];
  /** Named as the submitter. */
  operator: string;
  onEvent: (event: CaptureEvent) => void;
  onRung: OnRung;
  signal: AbortSignal;
}

/**
 * Captures a page and seals it. Either everything is sealed or nothing is left; if the process is killed in between,
 * recovery at the next start finishes or removes it.
 */
export async function preserve(installation: Installation, options: PreserveOptions): Promise<Preserved> {
  const ano = newAno(new Date(), randomBytes(16));
  return installation.database.withClient(async (owner) => {
    await tryLockWork(owner, ano);
    await insertLocalAttestation(owner, { ano, url: options.url });
    options.onRung('received', ano);
    try {
      return await captureAndSeal(installation, ano, options);
    } finally {
      // If the connection broke, PostgreSQL has released the lock.
      await unlockWork(owner, ano).catch(() => {});
    }
  });
}

async function captureAndSeal(installation: Installation, ano: string, options: PreserveOptions): Promise<Preserved> {
  const workDir = installation.workDir(ano);
  const lease = { ano, fence: localFence };
  const artifacts: Artifact[] = [];
  let report: CaptureReport;
  try {
    await mkdir(workDir, { recursive: true, mode: 0o700 });
    const job = CaptureJob.parse({
      captureId: ano,
      url: options.url,
      dismissConsent: options.dismissConsent,
      tls: options.tls,
      egressAllow: options.egressAllow,
    });
    report = await runCaptureProcess(job, {
      workDir,
      environment: { CAPTURE_OPERATOR: options.operator, ...installation.captureEnvironment },
      stop: options.signal,
      onFault: (text) => void process.stderr.write(`${text}\n`),
      onEvent: (event) => {
        if (event.type === 'artifact') artifacts.push(event.artifact);
        options.onEvent(event);
      },
    });
    if (options.signal.aborted) report = { ...report, state: 'failed', failure: aborted };
    if (report.state !== 'failed') {
      await storeWorkFolder(installation.store, lease, { workDir, artifacts });
      const submitter = installationSubmitter(options.operator);
      const captured = { ...lease, kind: 'page', report, artifacts, clock: null, submitter, next: 'sealing' } as const;
      await seal(installation, captured, { onRung: options.onRung });
    }
  } catch (error) {
    // The last step above is the transaction that hands the leaf to the log. If it committed and only the reply was
    // lost, the attestation has left `capturing`, so `discard` refuses to touch it and the next start finishes it.
    // Rethrown below, so that the command prints its cause.
    const failure: Failure =
      error instanceof NotVerified ? error.failure : { code: 'INTERNAL', said: message('capture.nothing') };
    await discard(installation, ano, failure);
    if (error instanceof NotVerified) return { sealed: false, ano, failure };
    throw error;
  }
  if (report.state === 'failed') {
    const failure = report.failure ?? { code: 'INTERNAL', said: message('capture.nothing') };
    await discard(installation, ano, failure);
    return { sealed: false, ano, failure };
  }
  await rm(workDir, { recursive: true, force: true });
  await certify(installation, ano, { onRung: options.onRung });
  return { sealed: true, ano, report };
}

const aborted: Failure = { code: 'ABORTED', said: message('capture.stopped') };
