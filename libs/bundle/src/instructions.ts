import { type Manifest, paths } from './manifest.ts';

/** What a person does next, in both languages; `run` are the commands, one a line, all in one shell. */
interface Step {
  zh: string;
  en: string;
  run: string[];
}

/**
 * `VERIFY.txt`: how to check a bundle with unzip, sha256sum, openssl (3.0 or newer) and pdfsig, in Chinese and English.
 * The commands are the lines indented by six spaces; the project's own tests run them as they stand.
 */
export function verificationInstructions(manifest: Manifest, manifestSha256: string): string {
  return `${chinese(manifest, manifestSha256)}\n\n${'-'.repeat(78)}\n\n${english(manifest, manifestSha256)}`;
}

const steps: Step[] = [
  {
    zh: '解开证据包（文件名请按实际填写）：',
    en: 'Unpack the bundle (use its real file name):',
    run: ['unzip -q -d bundle evidence.zip && cd bundle'],
  },
  {
    zh: '清单摘要应与上面、与证书 certificate.pdf 上印的一致：',
    en: 'The digest of the manifest is the one above and the one on certificate.pdf:',
    run: [`sha256sum ${paths.manifest}`],
  },
  {
    zh: '签章：清单与目录均由签章密钥签署：',
    en: 'Signatures: manifest and contents were signed with the seal key:',
    run: [cms(paths.manifestSignature, paths.manifest), cms(paths.contentsSignature, paths.contents)],
  },
  {
    zh: '每个文件都与已签署的清单和目录一致，既无缺少也无多余；目录与日志条目\n   属于这份清单（没有输出即为一致）：',
    en: 'Every file is the one that the signed manifest or contents list, none is missing\n   and none is added; contents and log entry belong to this manifest (silence means\n   yes):',
    run: [
      // RFC 8785 sorts the members, so that these two stand side by side, and escapes the quotes in what others wrote.
      `grep -ahoE '"path":"[^"]*","sha256":"[0-9a-f]{64}"' ${paths.manifest} ${paths.contents} | sed -E 's/"path":"(.*)","sha256":"(.*)"/\\2  \\1/' > ../sums`,
      'sha256sum --check --strict --quiet ../sums',
      `{ cut -c67- ../sums; printf '%s\\n' ${paths.contents} ${paths.contentsSignature} ${paths.manifest}; } | sort > ../listed`,
      'find . ! -type d | cut -c3- | sort | diff ../listed -',
      `grep -ahoE '"manifestSha256":"[0-9a-f]{64}"' ${paths.contents} ${paths.leaf} | sed -E 's/.*:"(.*)"/\\1  ${paths.manifest}/' | sha256sum --check --strict --quiet`,
      `grep -aoE '"tokenSha256":"[0-9a-f]{64}"' ${paths.leaf} | sed -E 's|.*:"(.*)"|\\1  ${paths.token}|' | sha256sum --check --strict --quiet`,
    ],
  },
  {
    zh: '可信时间戳：证明清单在该时间之前已经存在：',
    en: 'Trusted timestamp: the manifest existed before the time it gives:',
    run: [
      `openssl ts -verify -data ${paths.manifest} -in ${paths.token} -token_in -CAfile ../root.pem -untrusted ${paths.tsaChain}`,
      `openssl ts -reply -in ${paths.token} -token_in -token_out -text`,
    ],
  },
  {
    zh: '存证证书的签章有效，且签署之后没有改动\n   （应显示 "Signature is Valid" 与 "Total document signed"）：',
    en: 'The certificate\'s seal is valid and nothing was changed after it\n   (it says "Signature is Valid" and "Total document signed"):',
    run: [`pdfsig ${paths.certificate}`],
  },
];

function cms(signature: string, content: string): string {
  return `openssl cms -verify -binary -cades -purpose any -inform DER -in ${signature} -content ${content} -CAfile ../root.pem -certfile ${paths.sealChain} -out /dev/null`;
}

const inLanguage = (language: 'zh' | 'en'): string =>
  steps
    .map((step, i) => `${i + 1}. ${step[language]}\n${step.run.map((command) => `      ${command}\n`).join('')}`)
    .join('\n');

const chinese = ({ ano, subject }: Manifest, sha256: string): string => `存真证据包核验说明

存证编号：${ano}
存证网址：${subject.requestedUrl}
清单摘要（manifest.json 的 SHA-256）：
  ${sha256}

以下核验不需要存真，也不需要联网。所需工具：unzip、sha256sum、openssl 3.0 以上、
pdfsig（poppler-utils）。

准备：root.pem 是您信任的根证书，与证据包放在同一文件夹。请向签发方另行索取，
或与其公开的指纹比对；不要只因证据包中的证书互相匹配就予以信任。

${inLanguage('zh')}
${steps.length + 1}. 存证日志：proof/leaf.json 是写入日志的条目，proof/leaf.tlog-proof 是包含证明
   （RFC 6962，格式见 c2sp.org/tlog-proof），日志密钥见 trust/log.vkey。
   用存真的离线核验工具可一次完成以上全部核验：
   npx proofkeep verify evidence.zip --trust anchors.json
`;

const english = ({ ano, subject }: Manifest, sha256: string): string => `How to check this evidence bundle

Attestation number: ${ano}
Address: ${subject.requestedUrl}
Digest of the manifest (SHA-256 of manifest.json):
  ${sha256}

Neither Proofkeep nor a network is needed. Tools: unzip, sha256sum, openssl 3.0
or newer, pdfsig (poppler-utils).

Before you start: root.pem is the root certificate that you trust; put it beside the
bundle. Ask the issuer for it, or compare its fingerprint with the one he publishes;
that the certificates in this bundle fit together is no reason to trust them.

${inLanguage('en')}
${steps.length + 1}. The log: proof/leaf.json is the logged entry, proof/leaf.tlog-proof its proof of
   inclusion (RFC 6962; format: c2sp.org/tlog-proof), trust/log.vkey the log's key.
   Proofkeep's offline verifier does all of the above at once:
   npx proofkeep verify evidence.zip --trust anchors.json
`;
