import { paths } from './manifest.ts';
import { outsideSteps } from './outside-steps.ts';
import type { OutsideRevocation } from './revocation.ts';
import type { Step } from './step.ts';

const trustedAtSeal = '../trusted.pem';
const trustedAtCertification = '../trusted-later.pem';
/** Taken out of the certificate by one step, and used by the next. */
const certificateToken = '../certificate.tst';

export const stepsFor = (outsideTokens: number, collected: OutsideRevocation | null): Step[] => [
  unpacking,
  trusting,
  ownTimestamp,
  ...outsideSteps(outsideTokens, collected),
  manifestSignature,
  certificate,
  certificateTimestamp,
  contentsSignature,
  laterRevocation,
  files,
  sm3,
  log,
];

const unpacking: Step = {
  zh: '解开证据包（文件名请按实际填写）。清单摘要应与上面、与证书 certificate.pdf\n   上印的一致：',
  en: 'Unpack the bundle (use its real file name). The digest of the manifest is the one\n   above and the one on certificate.pdf:',
  run: ['unzip -q -d bundle evidence.zip && cd bundle', `sha256sum ${paths.manifest}`],
};

const trusting: Step = {
  zh: '根证书的指纹应与签发方公开的一致。吊销列表与根证书放在一起：清单盖时间戳时有效的，\n   以及证书盖时间戳时有效的。以下签名均按各自时间戳的时间核验，证书到期之后仍可核验：',
  en: 'The fingerprint of the root is the one its owner publishes. The revocation lists are\n   put beside the root: those current when the manifest was stamped, and those current\n   when the certificate was. Signatures are judged as of their timestamps, so that all\n   of this still works when the certificates have expired:',
  run: [
    'openssl x509 -in ../root.pem -noout -fingerprint -sha256',
    trustedWith(paths.crl, paths.rootCrl, trustedAtSeal),
    trustedWith(paths.certifiedCrl, paths.certifiedRootCrl, trustedAtCertification),
    `stamped() { date -d "$(openssl ts -reply -in "$1" -token_in -token_out -text | sed -n 's/^Time stamp: //p')" +%s; }`,
  ],
};

const ownTimestamp: Step = {
  zh: '可信时间戳：证明清单在该时间之前已经存在。清单自称的各个时间依次不晚于它，\n   相邻两个相差不超过一小时：',
  en: 'Trusted timestamp: the manifest existed before the time it gives. The times that the\n   manifest claims come before it, one after the other, none more than an hour before\n   the next:',
  run: [
    `openssl ts -verify -data ${paths.manifest} -in ${paths.token} -token_in -untrusted ${paths.tsaChain} ${asOf(paths.token, trustedAtSeal)}`,
    `openssl ts -reply -in ${paths.token} -token_in -token_out -text`,
    `grep -aoE '"(startedAt|endedAt|createdAt)":"[^"]*"' ${paths.manifest}`,
  ],
};

const manifestSignature: Step = {
  zh: '签章：清单由签章密钥签署：',
  en: 'Signature: the manifest was signed with the seal key:',
  run: [cms(paths.manifestSignature, paths.manifest, asOf(paths.token, trustedAtSeal))],
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

/** Signature, token and signed bytes of the PDF go to files of their own: a range, its gap in hex, padded with zeros. */
const certificateTimestamp: Step = {
  zh: '存证证书自己的时间戳不早于清单的时间戳，最多晚 14 天（1209600 秒），签章按该时间核验：',
  en: "The certificate's own timestamp is not before the manifest's, at most 14 days (1209600\n   seconds) after it, and its seal is judged as of that time:",
  run: [
    `range=($(grep -aoE '/ByteRange *\\[[ 0-9]*' ${paths.certificate} | grep -oE '[0-9]+'))`,
    `{ head -c \${range[1]} ${paths.certificate}; tail -c \${range[3]} ${paths.certificate}; } > ../signed`,
    `head -c $((range[2] - 1)) ${paths.certificate} | tail -c +$((range[1] + 2)) | tr a-f A-F | basenc --base16 -d > ../padded`,
    'openssl cms -cmsout -inform DER -in ../padded -outform DER -out ../certificate.p7s',
    'openssl asn1parse -inform DER -in ../certificate.p7s > ../fields',
    "openssl asn1parse -inform DER -in ../certificate.p7s -noout -out ../certificate.tst -strparse $(grep -A2 timeStampToken ../fields | sed -n '3s/ *\\([0-9]*\\):.*/\\1/p')",
    "grep -B3 timeStampToken ../fields | sed -n 's/.*OCTET STRING *\\[HEX DUMP\\]://p' | basenc --base16 -d > ../value",
    `openssl ts -verify -data ../value -in ${certificateToken} -token_in -untrusted ${paths.tsaChain} ${asOf(certificateToken, trustedAtCertification)}`,
    cms('../certificate.p7s', '../signed', asOf(certificateToken, trustedAtCertification)),
    `waited=$(($(stamped ${certificateToken}) - $(stamped ${paths.token})))`,
    'test $waited -ge 0 -a $waited -le 1209600',
  ],
};

const contentsSignature: Step = {
  zh: '目录由签章密钥签署。目录列有已盖时间戳的证书，故按证书的时间核验：',
  en: 'The contents were signed with the seal key. They list the stamped certificate, so that\n   they are judged as of its time:',
  run: [cms(paths.contentsSignature, paths.contents, asOf(certificateToken, trustedAtCertification))],
};

const laterRevocation: Step = {
  zh: '证书盖时间戳时的吊销列表没有列出这里的证书（没有输出即为没有）。如有列出，清单的时间戳\n   仅当吊销日期在其之后、且原因为 Superseded、Affiliation Changed、Cessation Of\n   Operation 或 Unspecified 时仍然有效（RFC 3161 第 4 节）：',
  en: 'The revocation lists of the time of the certificate name none of these certificates\n   (silence means none). Where they do, the timestamp of the manifest still holds only if\n   the revocation is of a later date and its reason is Superseded, Affiliation Changed,\n   Cessation Of Operation or Unspecified (RFC 3161 section 4):',
  run: [
    `serials() { awk '/BEGIN/{c="openssl x509 -noout -serial"} {print | c} /END/{close(c)}' ${paths.sealChain} ${paths.tsaChain} | cut -d= -f2 | sort -u; }`,
    `{ openssl crl -inform DER -in ${paths.certifiedCrl} -noout -text; openssl crl -inform DER -in ${paths.certifiedRootCrl} -noout -text; } > ../revoked`,
    'serials | while read -r serial; do grep -A4 "Serial Number: $serial$" ../revoked; done | tee ../found',
    'test ! -s ../found',
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
function trustedWith(crl: string, rootCrl: string, file: string): string {
  return `{ cat ../root.pem; openssl crl -inform DER -in ${crl}; openssl crl -inform DER -in ${rootCrl}; } > ${file}`;
}

function asOf(token: string, trusted: string): string {
  return `-CAfile ${trusted} -crl_check_all -attime $(stamped ${token})`;
}

function cms(signature: string, content: string, time: string): string {
  return `openssl cms -verify -binary -cades -purpose any -inform DER -in ${signature} -content ${content} -certfile ${paths.sealChain} ${time} -out /dev/null`;
}
