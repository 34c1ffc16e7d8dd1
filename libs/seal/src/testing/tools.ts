import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenOf, type Der, parseDer } from '@proofkeep/pki';
import { onTestFinished } from 'vitest';
import type { Authority } from '../authority.ts';
import { chainPem, toPem } from '../pem.ts';

export interface ToolResult {
  /** Standard output and standard error together. */
  readonly output: string;
  readonly exitCode: number;
}

/** Runs a command and waits for its end, whatever its exit code. */
export function run(tool: string, args: readonly string[], folder: string): Promise<ToolResult> {
  return new Promise((resolve, reject) => {
    execFile(tool, [...args], { cwd: folder }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ output: stdout + stderr, exitCode: typeof error?.code === 'number' ? error.code : 0 });
    });
  });
}

/** Makes a folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'proofkeep-seal-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Writes the trust files that other tools need to `folder`: `root.pem`, `chain.pem`, `tsa.pem`, `seal.pem`, `crls.pem`, and
 * `root-crls.pem` for `openssl cms`, which reads CRLs from the anchor file only.
 */
export async function writeTrust(folder: string, authority: Authority): Promise<void> {
  const crls = await authority.crls();
  await writeFile(join(folder, 'root.pem'), authority.roots.join(''));
  await writeFile(join(folder, 'chain.pem'), chainPem(authority.tsa.chain.slice(1)));
  await writeFile(join(folder, 'tsa.pem'), chainPem(authority.tsa.chain.slice(0, 1)));
  await writeFile(join(folder, 'seal.pem'), chainPem(authority.seal.chain.slice(0, 1)));
  const lists = toPem('X509 CRL', crls.root) + toPem('X509 CRL', crls.issuing);
  await writeFile(join(folder, 'crls.pem'), lists);
  await writeFile(join(folder, 'root-crls.pem'), authority.roots.join('') + lists);
}

/** Extracts signature value and signature timestamp of our CMS object: the last SignerInfo fields (RFC 5652 §5.3). */
export function signatureTimestampOf(cms: Uint8Array): { value: Uint8Array; token: Uint8Array } {
  const at = (der: Der, ...path: number[]) => path.reduce((inner, index) => childrenOf(inner).at(index) ?? inner, der);
  const signerInfo = at(parseDer(cms), 1, 0, -1, 0);
  return { value: at(signerInfo, -2).content, token: at(signerInfo, -1, 0, 1, 0).raw };
}
