import { type OptionalParts, stepsFor } from './instruction-steps.ts';
import { isCaptured, type Manifest, paths } from './manifest.ts';
import type { Step } from './step.ts';

/**
 * Writes `VERIFY.txt`: how to verify a bundle with unzip, GNU coreutils, openssl (3.0 or newer) and pdfsig, in Chinese and
 * English. Lines indented by six spaces are commands; tests run them as they are.
 * @param manifestSha256 lower-case hex
 */
export function verificationInstructions(manifest: Manifest, manifestSha256: string, optional: OptionalParts): string {
  const steps = stepsFor(manifest, optional);
  return [chinese(manifest, manifestSha256, steps), english(manifest, manifestSha256, steps)].join(
    `\n${'-'.repeat(78)}\n\n`,
  );
}

const inLanguage = (language: 'zh' | 'en', steps: Step[]): string =>
  steps
    .map((step, i) => `${i + 1}. ${step[language]}\n${step.run.map((command) => `      ${command}\n`).join('')}`)
    .join('\n');

/** The preserved subject: an address, a recording, or a number of files. */
const subjectLines = {
  zh(manifest: Manifest) {
    if (isCaptured(manifest)) return `存证网址：${manifest.subject.requestedUrl}`;
    return manifest.kind === 'device'
      ? `设备录制：共 ${manifest.device.segments} 段，见 ${paths.segments}\n收到时间与设备绑定由签发方声明；录制时间、位置与画面来源由设备声明，均无法核验`
      : `文件：共 ${manifest.subject.files} 个，名称与摘要见 ${paths.fileList}`;
  },
  en(manifest: Manifest) {
    if (isCaptured(manifest)) return `URL: ${manifest.subject.requestedUrl}`;
    return manifest.kind === 'device'
      ? `Device recording: segments up to ${manifest.device.segments}, see ${paths.segments}\nWhen segments were received and whose device it is are the issuer's word; times of\nrecording, positions and what the camera showed are the device's. No step checks them.`
      : `Files: ${manifest.subject.files}, with their names and digests in ${paths.fileList}`;
  },
};

const chinese = (manifest: Manifest, sha256: string, steps: Step[]): string => `存真证据包核验说明

存证编号：${manifest.ano}
${subjectLines.zh(manifest)}
清单摘要（manifest.json 的 SHA-256）：
  ${sha256}

以下核验都不需要联网；除最后一步（日志）外也不需要存真。所需工具：unzip、
GNU coreutils（sha256sum、date 等）、openssl 3.0 以上、pdfsig（poppler-utils）、bash。
请在同一个 shell 窗口中依次执行。

准备：root.pem 是您信任的根证书，与证据包放在同一文件夹。请向签发方另行索取，
或与其公开的指纹比对；不要只因证据包中的证书互相匹配就予以信任。

${inLanguage('zh', steps)}`;

const english = (manifest: Manifest, sha256: string, steps: Step[]): string => `How to verify this evidence bundle

Attestation number: ${manifest.ano}
${subjectLines.en(manifest)}
Digest of the manifest (SHA-256 of manifest.json):
  ${sha256}

No step needs a network connection. Only the last step, the log, needs Proofkeep.
Required tools: unzip, GNU coreutils (sha256sum, date and others), openssl 3.0 or
newer, pdfsig (poppler-utils), bash. Run the commands in order in the same shell.

Before you start: put root.pem, the root certificate you trust, beside the bundle.
Get it from the issuer, or compare its fingerprint with the one the issuer publishes.
Do not trust the certificates in this bundle only because they match each other.

${inLanguage('en', steps)}`;
