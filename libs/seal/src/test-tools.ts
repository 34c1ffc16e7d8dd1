import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Authority } from './authority.ts';
import { toPem } from './pem.ts';

export interface ToolResult {
  /** Standard output and standard error together. */
  readonly output: string;
  readonly exitCode: number;
}

/** Runs an outside tool to its end, however it ends. */
export function run(tool: string, args: readonly string[], folder: string): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    execFile(tool, [...args], { cwd: folder }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ output: stdout + stderr, exitCode: typeof error?.code === 'number' ? error.code : 0 });
    });
  });
}

/** A folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proofkeep-seal-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes into `folder` what outside tools need of an authority: `root.pem`, `chain.pem`, `tsa.pem`, `seal.pem`, `crls.pem`. */
export async function writeTrust(folder: string, authority: Authority): Promise<void> {
  const pem = (certificates: readonly Uint8Array[]) => certificates.map((der) => toPem('CERTIFICATE', der)).join('');
  const crls = await authority.crls();
  await writeFile(join(folder, 'root.pem'), authority.roots.join(''));
  await writeFile(join(folder, 'chain.pem'), pem(authority.tsa.chain.slice(1)));
  await writeFile(join(folder, 'tsa.pem'), pem(authority.tsa.chain.slice(0, 1)));
  await writeFile(join(folder, 'seal.pem'), pem(authority.seal.chain.slice(0, 1)));
  await writeFile(join(folder, 'crls.pem'), toPem('X509 CRL', crls.root) + toPem('X509 CRL', crls.issuing));
}
