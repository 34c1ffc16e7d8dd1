import { segmentsFolder } from './device.ts';
import { isCaptured, type Manifest, paths } from './manifest.ts';
import { outsideSteps } from './outside-steps.ts';
import { recordingSteps } from './recording-steps.ts';
import type { OutsideRevocation } from './revocation.ts';
import type { Step } from './step.ts';

const trustedAtSeal = '../trusted.pem';
const trustedAtCertification = '../trusted-later.pem';
/** Extracted from the certificate by one step and used by the next. */
const certificateToken = '../certificate.tst';

/** Optional parts of a bundle. */
export interface OptionalParts {
  /** Number of tokens by external authorities. */
  outsideTokens: number;
  /** Content of `proof/revocation.json`; null if the bundle has none. */
  collected: OutsideRevocation | null;
  /** Whether the bundle has `proof/custody.json` and the certificate contains its last digest. */
  hasCustody: boolean;
}

/** Returns the steps of `VERIFY.txt` in order. A step may read files that an earlier one wrote. */
export const stepsFor = (manifest: Manifest, { outsideTokens, collected, hasCustody }: OptionalParts): Step[] => [
  unpacking,
  trusting,
  ownTimestamp(manifest),
  ...outsideSteps(outsideTokens, collected),
  manifestSignature,
  certificate,
  certificateTimestamp,
  certificateData,
  contentsSignature,
  laterRevocation,
  files,
  sm3,
  ...(hasCustody ? [custody] : []),
  ...kindSteps(manifest),
  log,
];

const unpacking: Step = {
  zh: '解开证据包（文件名请按实际填写）。清单摘要应与上面、与证书 certificate.pdf\n   上印的一致：',
  en: 'Unpack the bundle (use its actual file name). The digest of the manifest must match\n   the one above and the one on certificate.pdf:',
  run: ['unzip -q -d bundle evidence.zip && cd bundle', `sha256sum ${paths.manifest}`],
};

const trusting: Step = {
  zh: '根证书的指纹应与签发方公开的一致。吊销列表与根证书放在一起：清单盖时间戳时有效的，\n   以及证书盖时间戳时有效的。以下签名均按各自时间戳的时间核验，证书到期之后仍可核验：',
  en: 'The fingerprint of the root must match the one its issuer publishes. These commands\n   combine the root with the revocation lists that were current when the manifest was\n   timestamped, and with those current when the certificate was. Each signature is\n   verified as of its timestamp, so this still works after the certificates expire:',
  run: [
    'openssl x509 -in ../root.pem -noout -fingerprint -sha256',
    trustedWith(paths.crl, paths.rootCrl, trustedAtSeal),
    trustedWith(paths.certifiedCrl, paths.certifiedRootCrl, trustedAtCertification),
    `stamped() { date -d "$(openssl ts -reply -in "$1" -token_in -token_out -text | sed -n 's/^Time stamp: //p')" +%s; }`,
  ],
};

/** The limits of `order` in docs/formats/bundle.md. */
function timesInOrder({ kind }: Manifest): Pick<Step, 'zh' | 'en'> {
  if (kind === 'live')
    return {
      zh: 'startedAt、endedAt、createdAt 与时间戳依次\n   不早于前一个；录制不超过六小时，createdAt 在 endedAt 之后三十天以内（超过一小时的，\n   其间服务中断），时间戳在 createdAt 之后一小时以内。允许的时钟误差：endedAt 可比\n   createdAt 晚 2 秒，createdAt 可比时间戳晚 5 分钟：',
      en: 'startedAt, endedAt,\n   createdAt and the timestamp follow in this order: a recording of at most 6 hours,\n   createdAt at most 30 days after its end (more than 1 hour only after an outage of the\n   service), the timestamp at most 1 hour after createdAt. Clocks may differ: endedAt may\n   be 2 seconds after createdAt, and createdAt 5 minutes after the timestamp:',
    };
  if (kind === 'page' || kind === 'ecommerce')
    return {
      zh: 'startedAt、endedAt、createdAt 与时间戳依次\n   不早于前一个，相邻两个相差不超过一小时。允许的时钟误差：endedAt 可比 createdAt\n   晚 2 秒，createdAt 可比时间戳晚 5 分钟：',
      en: 'startedAt, endedAt,\n   createdAt and the timestamp follow in this order, each at most 1 hour after the one\n   before. Clocks may differ: endedAt may be 2 seconds after createdAt, and createdAt 5\n   minutes after the timestamp:',
    };
  return {
    zh: 'examinedAt、createdAt 与时间戳依次不早于\n   前一个，相邻两个相差不超过一小时。允许的时钟误差：examinedAt 可比 createdAt 晚\n   2 秒，createdAt 可比时间戳晚 5 分钟：',
    en: 'examinedAt, createdAt\n   and the timestamp follow in this order, each at most 1 hour after the one before.\n   Clocks may differ: examinedAt may be 2 seconds after createdAt, and createdAt 5\n   minutes after the timestamp:',
  };
}

const ownTimestamp = (manifest: Manifest): Step => ({
  zh: `可信时间戳：证明清单在该时间之前已经存在。${timesInOrder(manifest).zh}`,
  en: `Trusted timestamp: the manifest existed before this time. ${timesInOrder(manifest).en}`,
  run: [
    `openssl ts -verify -data ${paths.manifest} -in ${paths.token} -token_in -untrusted ${paths.tsaChain} ${asOf(paths.token, trustedAtSeal)}`,
    `openssl ts -reply -in ${paths.token} -token_in -token_out -text`,
    `grep -aoE '"(startedAt|endedAt|examinedAt|createdAt)":"[^"]*"' ${paths.manifest}`,
  ],
});

const manifestSignature: Step = {
  zh: '签章：清单由签章密钥签署：',
  en: 'Signature: the manifest was signed with the seal key:',
  run: [cms(paths.manifestSignature, paths.manifest, asOf(paths.token, trustedAtSeal))],
};

const files: Step = {
  zh: '每个文件都与已签署的清单和目录一致，既无缺少也无多余；目录与日志条目\n   属于这份清单（没有输出即为一致）：',
  en: 'Every file matches the signed manifest and contents list, none is missing and none\n   was added; contents list and log entry belong to this manifest (no output means\n   success):',
  run: [
    // RFC 8785 sorts properties, so these two are adjacent, and it escapes quotes in untrusted text.
    `grep -ahoE '"path":"[^"]*","sha256":"[0-9a-f]{64}"' ${paths.manifest} ${paths.contents} | sed -E 's/"path":"(.*)","sha256":"(.*)"/\\2  \\1/' > ../sums`,
    'sha256sum --check --strict --quiet ../sums',
    `{ cut -c67- ../sums; printf '%s\\n' ${paths.contents} ${paths.contentsSignature} ${paths.manifest}; } | sort > ../listed`,
    'find . ! -type d | cut -c3- | sort | diff ../listed -',
    `grep -ahoE '"manifestSha256":"[0-9a-f]{64}"' ${paths.contents} ${paths.leaf} | sed -E 's/.*:"(.*)"/\\1  ${paths.manifest}/' | sha256sum --check --strict --quiet`,
    `grep -aoE '"tokenSha256":"[0-9a-f]{64}"' ${paths.leaf} | sed -E 's|.*:"(.*)"|\\1  ${paths.token}|' | sha256sum --check --strict --quiet`,
  ],
};

function kindSteps(manifest: Manifest): Step[] {
  if (manifest.kind === 'live') return recordingSteps(manifest);
  if (isCaptured(manifest)) return [];
  return [manifest.kind === 'device' ? signedSegments : namedFiles(manifest.kind)];
}

/**
 * A line is {"header":…,"receivedAt":…,"signature":…}: RFC 8785 sorts properties, so the header in the line is exactly
 * the signed text.
 */
const signedSegments: Step = {
  zh: `每个录制分段都由设备密钥签名（每行应为 Verified OK），并写有前一段的摘要（没有差异即为\n   依次相连，缺段处会显示差异）；各段内容的摘要均在签名之内。拍摄时间、位置由设备自行声明：`,
  en: `The key of the device signed every segment (each line must be Verified OK), and each\n   names the digest of the one before (no difference means that none is missing). The\n   signed digests cover every content. Times and positions are stated by the device:`,
  run: [
    `grep -o "$(openssl pkey -pubin -in ${paths.deviceKey} -outform DER | sha256sum | cut -c-64)" ${paths.manifest}`,
    `header() { sed -E 's/^.{10}(.*),"receivedAt":"[^"]*","signature":"[^"]*".$/\\1/' | tr -d '\\n'; }`,
    `signature() { sed -E 's/.*,"signature":"([^"]*)".$/\\1/' | base64 -d; }`,
    `while read -r line; do echo "$line" | header > ../header; echo "$line" | signature > ../signature; openssl dgst -sha256 -verify ${paths.deviceKey} -signature ../signature ../header; sha256sum < ../header | cut -c-64 >> ../heads; done < ${paths.segments} > ../segments`,
    'sort ../segments | uniq -c',
    `grep -oE '"previous":"[0-9a-f]{64}"' ${paths.segments} | cut -c13-76 | tail -n +2 > ../previous`,
    'head -n -1 ../heads | diff - ../previous',
    `grep -oE '"sha256":"[0-9a-f]{64}"' ${paths.segments} | cut -c11-74 | sort -u > ../signed-digests`,
    `grep -E ' ${segmentsFolder}' ../sums | cut -c-64 | sort -u | comm -23 - ../signed-digests`,
  ],
};

/** In the list of uploaded files, a path directly follows the file's name (RFC 8785 sorts properties). */
const namedFiles = (kind: 'files' | 'digests'): Step =>
  kind === 'files'
    ? {
        zh: `${paths.fileList} 给出每个文件的原名，其中的摘要与清单一致（没有输出即为一致）：`,
        en: `${paths.fileList} gives the original name of each file; its digests match the manifest\n   (no output means success):`,
        run: [
          `grep -oE '"path":"[^"]*","sha256":"[0-9a-f]{64}"' ${paths.fileList} | sed -E 's/"path":"(.*)","sha256":"(.*)"/\\2  \\1/' | sort > ../named`,
          `grep -E ' ${paths.dataFolder}files/' ../sums | sort | diff ../named -`,
        ],
      }
    : {
        zh: `本存证只含文件的摘要。把您手中的一个文件放在证据包旁，改名为 original，其 SHA-256\n   应在 ${paths.fileList} 中（应输出一行）：`,
        en: `This attestation contains digests only. Put one of your files beside the bundle, renamed\n   to original: its SHA-256 must be in ${paths.fileList} (one line must appear):`,
        run: [`grep -o '"sha256":"'$(sha256sum < ../original | cut -c-64)'"' ${paths.fileList}`],
      };

const sm3: Step = {
  zh: '清单中的 SM3 摘要也一致（没有输出即为一致；openssl 须带 SM3）：',
  en: 'The SM3 digests in the manifest match too (no output means success; openssl must\n   support SM3):',
  run: [
    `grep -aoE '"sm3":"[0-9a-f]{64}"' ${paths.manifest} | cut -c8-71 > ../sm3`,
    // Only names that openssl cannot mistake for an option.
    `grep -oE ' ${paths.dataFolder}[A-Za-z0-9._/-]+$' ../sums | xargs openssl dgst -sm3 -r | cut -c-64 | diff ../sm3 -`,
  ],
};

const certificate: Step = {
  zh: '存证证书的签章有效，且签署之后没有改动（应显示这两行）：',
  en: "The certificate's signature is valid and nothing changed after signing (both lines\n   must appear):",
  run: [
    `pdfsig ${paths.certificate} > ../pdfsig`,
    "grep 'Signature is Valid' ../pdfsig",
    "grep 'Total document signed' ../pdfsig",
  ],
};

/** Extracts signature, token and signed bytes of the PDF to files. /ByteRange skips the signature: hex padded with zeros. */
const certificateTimestamp: Step = {
  zh: '存证证书自己的时间戳不早于清单的时间戳，最多晚 14 天（1209600 秒），签章按该时间核验：',
  en: "The certificate's own timestamp is not earlier than the manifest's and at most 14 days\n   (1209600 seconds) later; its signature is verified as of that time:",
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

const certificateData: Step = {
  zh: '存证证书附有 evidence.json，其中的摘要是这份清单的（应输出一行）：',
  en: 'The certificate carries evidence.json, with the digest of this manifest (one line must\n   appear):',
  run: [
    `pdfdetach -save 1 -o ../evidence.json ${paths.certificate}`,
    `grep -o "\\"manifestSha256\\":\\"$(sha256sum < ${paths.manifest} | cut -c-64)\\"" ../evidence.json`,
  ],
};

/**
 * RFC 8785 sorts properties: an entry ends with `person` and `sha256`, and the digest covers the entry with `ano` in
 * front and `previous` in place of `sha256`. Quotes in texts are escaped, so no text can imitate that end.
 */
const custody: Step = {
  zh: `保管记录 ${paths.custody}：每一条都含有上一条的摘要，条数与最后一条的摘要写在证书所附的\n   evidence.json 中（应输出一行）。各条内容由签发方陈述：`,
  en: `Custody record, ${paths.custody}: each entry has the digest of the one before, and\n   evidence.json in the certificate has the number of entries and the digest of the last\n   (one line must appear). The entries are stated by the issuer:`,
  run: [
    `entries() { { cat ${paths.custody}; echo; } | sed -E 's/^\\{"ano":"[^"]*","events":\\[//; s/("person":(null|"[^"]*"),"sha256":"[0-9a-f]{64}"\\})\\],"type":.*/\\1/; s/("person":(null|"[^"]*"),"sha256":"[0-9a-f]{64}"\\}),/\\1\\n/g'; }`,
    `ano=$(sed -E 's/^\\{("ano":"[^"]*"),.*/\\1/' ${paths.custody}); previous=null`,
    `while IFS= read -r entry; do body=\${entry%,\\"sha256\\":*}; body=\${body#?}; previous=\\"$(printf %s "{$ano,$body,\\"previous\\":$previous}" | sha256sum | cut -c-64)\\"; [ "$entry" = "{$body,\\"sha256\\":$previous}" ] || echo "$entry"; done < <(entries) > ../broken`,
    'test ! -s ../broken',
    `grep -o "\\"custody\\":{\\"entries\\":$(entries | wc -l),\\"sha256\\":$previous}" ../evidence.json`,
  ],
};

const contentsSignature: Step = {
  zh: '目录由签章密钥签署。目录列有已盖时间戳的证书，故按证书的时间核验：',
  en: 'Contents list: signed with the seal key. It lists the timestamped certificate, so it is\n   verified as of the time of the certificate:',
  run: [cms(paths.contentsSignature, paths.contents, asOf(certificateToken, trustedAtCertification))],
};

const laterRevocation: Step = {
  zh: '证书盖时间戳时的吊销列表没有列出这里的证书（没有输出即为没有）。如有列出，清单的时间戳\n   仅当吊销日期在其之后、且原因为 Superseded、Affiliation Changed、Cessation Of\n   Operation 或 Unspecified 时仍然有效（RFC 3161 第 4 节）：',
  en: 'The revocation lists current when certificate.pdf was timestamped list none of these\n   certificates (no output means none). If they list one, the timestamp of the manifest\n   remains valid only if the revocation date is later and the reason is Superseded,\n   Affiliation Changed, Cessation Of Operation or Unspecified (RFC 3161 section 4):',
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
   工具核验，它同时再做以上全部核验，并核对以上命令未涉及的内容，如取证报告、网络记录
   （逐条比对正文与其摘要）与商品信息。请从您信任的来源取得存真的源代码，不要按名称
   安装软件包，并按其 README 安装；PROOFKEEP 是源代码所在的文件夹，anchors.json 是您
   信任的根证书与日志密钥，与证据包放在同一文件夹：`,
  en: `Log: ${paths.leaf} is the logged entry, ${paths.inclusion} is its inclusion
   proof (RFC 6962; format: c2sp.org/tlog-proof), ${paths.logKey} is the log's key.
   Proofkeep's offline verifier checks them and repeats all checks above. It also compares
   what no command above looks into, such as report, network record (each body with the
   digest in its record) and product facts. Get its source code from a place you trust, do
   not install a package by name, and follow its README.
   PROOFKEEP is the folder of the source code; put anchors.json, the root certificates
   and log keys you trust, beside the bundle:`,
  run: ['node "$PROOFKEEP/apps/server/bin/proofkeep.mjs" verify ../evidence.zip --trust ../anchors.json'],
};

/** openssl's `cms` and `ts` read CRLs only from the file of trust anchors. */
function trustedWith(crl: string, rootCrl: string, file: string): string {
  return `{ cat ../root.pem; openssl crl -inform DER -in ${crl}; openssl crl -inform DER -in ${rootCrl}; } > ${file}`;
}

function asOf(token: string, trusted: string): string {
  return `-CAfile ${trusted} -crl_check_all -attime $(stamped ${token})`;
}

function cms(signature: string, content: string, time: string): string {
  return `openssl cms -verify -binary -cades -purpose any -inform DER -in ${signature} -content ${content} -certfile ${paths.sealChain} ${time} -out /dev/null`;
}
