import { stepsFor } from './instruction-steps.ts';
import type { Manifest } from './manifest.ts';
import type { OutsideRevocation } from './revocation.ts';
import type { Step } from './step.ts';

/**
 * `VERIFY.txt`: how to check a bundle with unzip, GNU coreutils, openssl (3.0 or newer) and pdfsig, in Chinese and English.
 * The commands are the lines indented by six spaces; the project's own tests run them as they stand. `outsideTokens` is how
 * many tokens of outside authorities there are, `collected` the content of `proof/revocation.json`, null where there is none.
 */
export function verificationInstructions(
  manifest: Manifest,
  manifestSha256: string,
  outsideTokens: number,
  collected: OutsideRevocation | null,
): string {
  const steps = stepsFor(outsideTokens, collected);
  return [chinese(manifest, manifestSha256, steps), english(manifest, manifestSha256, steps)].join(
    `\n${'-'.repeat(78)}\n\n`,
  );
}

const inLanguage = (language: 'zh' | 'en', steps: Step[]): string =>
  steps
    .map((step, i) => `${i + 1}. ${step[language]}\n${step.run.map((command) => `      ${command}\n`).join('')}`)
    .join('\n');

const chinese = ({ ano, subject }: Manifest, sha256: string, steps: Step[]): string => `存真证据包核验说明

存证编号：${ano}
存证网址：${subject.requestedUrl}
清单摘要（manifest.json 的 SHA-256）：
  ${sha256}

以下核验都不需要联网；除最后一步（日志）外也不需要存真。所需工具：unzip、
GNU coreutils（sha256sum、date 等）、openssl 3.0 以上、pdfsig（poppler-utils）、bash。
请在同一个 shell 窗口中依次执行。

准备：root.pem 是您信任的根证书，与证据包放在同一文件夹。请向签发方另行索取，
或与其公开的指纹比对；不要只因证据包中的证书互相匹配就予以信任。

${inLanguage('zh', steps)}`;

const english = (
  { ano, subject }: Manifest,
  sha256: string,
  steps: Step[],
): string => `How to check this evidence bundle

Attestation number: ${ano}
Address: ${subject.requestedUrl}
Digest of the manifest (SHA-256 of manifest.json):
  ${sha256}

None of this needs a network, and only the last step, the log, needs Proofkeep.
Tools: unzip, GNU coreutils (sha256sum, date and others), openssl 3.0 or newer,
pdfsig (poppler-utils), bash. Run the commands in order, all in one shell.

Before you start: root.pem is the root certificate that you trust; put it beside the
bundle. Ask the issuer for it, or compare its fingerprint with the one he publishes;
that the certificates in this bundle fit together is no reason to trust them.

${inLanguage('en', steps)}`;
