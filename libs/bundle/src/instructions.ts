import { type Manifest, paths } from './manifest.ts';

/** What a person does next, in both languages; `run` are the commands, one a line, all in one shell. */
interface Step {
  zh: string;
  en: string;
  run: string[];
}

/**
 * `VERIFY.txt`: how to check a bundle with unzip, GNU coreutils, openssl (3.0 or newer) and pdfsig, in Chinese and English.
 * The commands are the lines indented by six spaces; the project's own tests run them as they stand. `outsideTokens` is how
 * many tokens of outside authorities there are.
 */
export function verificationInstructions(manifest: Manifest, manifestSha256: string, outsideTokens: number): string {
  const steps = stepsFor(outsideTokens);
  return [chinese(manifest, manifestSha256, steps), english(manifest, manifestSha256, steps)].join(
    `\n${'-'.repeat(78)}\n\n`,
  );
}

const stepsFor = (outsideTokens: number): Step[] => [
  unpacking,
  trusting,
  ownTimestamp,
  ...(outsideTokens > 0 ? [outsideTimestamps(outsideTokens)] : []),
  signatures,
  files,
  sm3,
  certificate,
  log,
];

const unpacking: Step = {
  zh: '解开证据包（文件名请按实际填写）。清单摘要应与上面、与证书 certificate.pdf\n   上印的一致：',
  en: 'Unpack the bundle (use its real file name). The digest of the manifest is the one\n   above and the one on certificate.pdf:',
  run: ['unzip -q -d bundle evidence.zip && cd bundle', `sha256sum ${paths.manifest}`],
};

const trusting: Step = {
  zh: '根证书的指纹应与签发方公开的一致。吊销列表与根证书放在一起，以下签名均按时间戳\n   的时间核验，证书到期之后仍可核验：',
  en: 'The fingerprint of the root is the one its owner publishes. The revocation lists are\n   put beside the root, and signatures are judged as of the timestamp, so that all of\n   this still works when the certificates have expired:',
  run: [
    'openssl x509 -in ../root.pem -noout -fingerprint -sha256',
    `{ cat ../root.pem; openssl crl -inform DER -in ${paths.crl}; openssl crl -inform DER -in ${paths.rootCrl}; } > ../trusted.pem`,
    `stamped() { date -d "$(openssl ts -reply -in "$1" -token_in -token_out -text | sed -n 's/^Time stamp: //p')" +%s; }`,
  ],
};

const ownTimestamp: Step = {
  zh: '可信时间戳：证明清单在该时间之前已经存在。清单自称的各个时间依次不晚于它，\n   相邻两个相差不超过一小时：',
  en: 'Trusted timestamp: the manifest existed before the time it gives. The times that the\n   manifest claims come before it, one after the other, none more than an hour before\n   the next:',
  run: [
    `openssl ts -verify -data ${paths.manifest} -in ${paths.token} -token_in -untrusted ${paths.tsaChain} ${trustedAtStamp()}`,
    `openssl ts -reply -in ${paths.token} -token_in -token_out -text`,
    `grep -aoE '"(startedAt|endedAt|createdAt)":"[^"]*"' ${paths.manifest}`,
  ],
};

const outsideTimestamps = (count: number): Step => ({
  zh: '外部机构的时间戳：outside-roots.pem 是您信任的外部机构根证书，与证据包放在同一\n   文件夹（都不信任则略过此步）；证据包中没有它们的吊销列表：',
  en: 'Timestamps of outside authorities: outside-roots.pem, beside the bundle, holds those of\n   their roots that you trust (skip this if none); the bundle has no revocation lists of\n   theirs:',
  run: Array.from({ length: count }, (_, i) => paths.outsideToken(i + 2)).flatMap((token) => [
    `openssl ts -verify -data ${paths.manifest} -in ${token} -token_in -CAfile ../outside-roots.pem -attime $(stamped ${token})`,
    `openssl ts -reply -in ${token} -token_in -token_out -text`,
  ]),
});

const signatures: Step = {
  zh: '签章：清单与目录均由签章密钥签署：',
  en: 'Signatures: manifest and contents were signed with the seal key:',
  run: [cms(paths.manifestSignature, paths.manifest), cms(paths.contentsSignature, paths.contents)],
};

const files: Step = {
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
};

const sm3: Step = {
  zh: '清单中的 SM3 摘要也一致（没有输出即为一致；openssl 须带 SM3）：',
  en: 'The SM3 digests in the manifest fit too (silence means yes; openssl has to know SM3):',
  run: [
    `grep -aoE '"sm3":"[0-9a-f]{64}"' ${paths.manifest} | cut -c8-71 > ../sm3`,
    // Of the names in a stranger's list only such as openssl cannot take for an option.
    `grep -oE ' ${paths.dataFolder}[A-Za-z0-9._/-]+$' ../sums | xargs openssl dgst -sm3 -r | cut -c-64 | diff ../sm3 -`,
  ],
};

const certificate: Step = {
  zh: '存证证书的签章有效，且签署之后没有改动（应显示这两行）：',
  en: "The certificate's seal is valid and nothing was changed after it (both lines appear):",
  run: [
    `pdfsig ${paths.certificate} > ../pdfsig`,
    "grep 'Signature is Valid' ../pdfsig",
    "grep 'Total document signed' ../pdfsig",
  ],
};

const log: Step = {
  zh: `存证日志：${paths.leaf} 是写入日志的条目，${paths.inclusion} 是包含证明
   （RFC 6962，格式见 c2sp.org/tlog-proof），日志密钥见 ${paths.logKey}。由存真的离线核验
   工具核验，它同时再做以上全部核验。请从您信任的来源取得存真的源代码，不要按名称
   安装软件包，并按其 README 安装；PROOFKEEP 是源代码所在的文件夹，anchors.json 是您
   信任的根证书与日志密钥，与证据包放在同一文件夹：`,
  en: `The log: ${paths.leaf} is the logged entry, ${paths.inclusion} its proof of
   inclusion (RFC 6962; format: c2sp.org/tlog-proof), ${paths.logKey} the log's key.
   Proofkeep's offline verifier checks it, and all of the above once more. Take its
   source from where you trust it to be, never a package by its name, and set it up as
   its README says; PROOFKEEP is the folder of that source, anchors.json, beside the
   bundle, holds the roots and log keys that you trust:`,
  run: ['node "$PROOFKEEP/apps/server/bin/proofkeep.mjs" verify ../evidence.zip --trust ../anchors.json'],
};

/** openssl takes lists for `cms` and `ts` from the file of anchors only. */
function trustedAtStamp(): string {
  return `-CAfile ../trusted.pem -crl_check_all -attime $(stamped ${paths.token})`;
}

function cms(signature: string, content: string): string {
  return `openssl cms -verify -binary -cades -purpose any -inform DER -in ${signature} -content ${content} -certfile ${paths.sealChain} ${trustedAtStamp()} -out /dev/null`;
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
