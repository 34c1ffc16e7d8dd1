import type { Step } from './step.ts';

/** Certificates are judged as of a token's time, so that the commands work after they expire; `stamped` prints that time. */
const asOf = (token: string, trusted: string): string => `-CAfile ${trusted} -attime $(stamped ${token})`;
const tokenOf = (token: string, content: string, trusted: string): string =>
  `openssl ts -verify -token_in -in ${token} -data ${content} -untrusted trust/tsa-chain.pem ${asOf(token, trusted)}`;
const withLists = '../trusted.pem -crl_check_all';

/** Commands that check a matter's bundle with standard tools, one step each. */
const steps: readonly Step[] = [
  {
    zh: '解压，并核对各部分的摘要：每行都应显示 OK；没有其他输出即既无缺少也无多余。',
    en: 'Unpack, and check the digest of every part: each line says OK. Nothing else appears if no part is missing or was added.',
    run: [
      'unzip -q matter.zip -d matter && cd matter',
      `grep -o '"path":"[^"]*","sha256":"[0-9a-f]*"' matter.json | sed -E 's/"path":"([^"]*)","sha256":"([0-9a-f]*)"/\\2  \\1/' > ../sums`,
      'sha256sum --check --strict ../sums',
      "{ cut -c67- ../sums; printf '%s\\n' matter.json proof/matter.tst proof/matter.p7s; } | sort > ../listed",
      "find . ! -type d ! -path './recordings/*' | cut -c3- | sort | diff ../listed -",
    ],
  },
  {
    zh: '核对时间戳和签章：matter.json 在当时已经存在，由签章者确认，所用证书当时未被吊销。根证书的指纹应与签发方公开的一致。',
    en: 'Check timestamp and signature: matter.json existed at that time, the sealer vouches for it, and no certificate was revoked then. The fingerprint of the root must be the one that its issuer publishes.',
    run: [
      'openssl x509 -in ../root.pem -noout -fingerprint -sha256',
      '{ cat ../root.pem; openssl crl -inform DER -in trust/ca.crl; openssl crl -inform DER -in trust/root.crl; } > ../trusted.pem',
      `stamped() { date -d "$(openssl ts -reply -in "$1" -token_in -token_out -text | sed -n 's/^Time stamp: //p')" +%s; }`,
      tokenOf('proof/matter.tst', 'matter.json', withLists),
      'openssl ts -reply -token_in -in proof/matter.tst -token_out -text | grep "Time stamp"',
      `openssl cms -verify -binary -cades -purpose any -inform DER -in proof/matter.p7s -content matter.json -certfile trust/seal-chain.pem ${asOf('proof/matter.tst', withLists)} -out /dev/null`,
    ],
  },
  {
    zh: '核对操作日志：每一条都载有上一条的摘要，最后一条的摘要是 matter.json 的 head，并有时间戳。没有输出 broken，且输出 complete 即为一致。',
    en: 'Check the journal: each entry has the digest of the one before, matter.json has that of the last, and the last has a timestamp. It prints complete and never broken.',
    run: [
      `previous=null; while IFS= read -r line; do [[ "$line" == *'"previous":'"$previous"','* ]] || echo broken; previous="\\"$(printf %s "$line" | sha256sum | cut -d' ' -f1)\\""; done < journal.jsonl`,
      `grep -q '"head":'"$previous" matter.json && echo complete`,
      "last=proof/journal-$(wc -l < journal.jsonl).tst; tail -n 1 journal.jsonl | tr -d '\\n' > ../last",
      tokenOf('$last', '../last', '../root.pem'),
    ],
  },
  {
    zh: '核对面谈录像（如有）：操作日志载有每个录像的摘要，每行都应显示 recorded。分段与其时间由离线核验工具核验。',
    en: 'Check recordings of video sessions, if there are any: the journal has the digest of each, so each line says recorded. The offline verifier checks their pieces and times.',
    run: [
      `for file in $(find . -path './recordings/*' ! -name '*.json'); do id=$(basename "\${file%.*}"); sum=$(sha256sum < "$file" | cut -c-64); grep -q "\\"recordingId\\":\\"$id\\".*\\"sha256\\":\\"$sum\\"" journal.jsonl && echo "$file recorded" || echo "$file broken"; done`,
    ],
  },
  {
    zh: '核对公证书声明 deed.json：操作日志中的出证一条载有其摘要（应输出一行），文书的摘要与声明一致（没有输出即为一致）。',
    en: "Check deed.json, the statement of the deed: the journal's entry of the issue has its digest (one line must appear), and the documents have the digests that it states (no output means success).",
    run: [
      `grep -o "\\"statementSha256\\":\\"$(sha256sum < deed.json | cut -c-64)\\"" journal.jsonl`,
      `grep -oE '"kind":"[a-z]*","sealedBy":"([^"\\\\]|\\\\.)*","sha256":"[0-9a-f]{64}"' deed.json | sed -E 's/"kind":"([a-z]*)",.*"sha256":"(.*)"/\\2  documents\\/\\1.pdf/' | sha256sum --check --strict --quiet`,
    ],
  },
  {
    zh: '核对每份文书的签名：每个签名都应有效，最后一个是公证处的印章；公证书的第一个签名由公证员以本人证书作出。',
    en: "Check the signatures of every document: each is valid, and the last is the office's seal; the first one of the deed is the notary's, by their own certificate.",
    run: ['for file in documents/*.pdf; do echo "$file"; pdfsig -nocert "$file"; done'],
  },
  {
    zh: '核对签署文书的证书：都由根证书的签发机构签发，且证据包中的吊销列表没有列出（没有输出即为没有）。如有列出，该证书的签名仅当时间戳早于吊销日期、且原因为 Superseded、Affiliation Changed 或 Cessation Of Operation 时仍然有效。',
    en: 'Check the certificates that signed the documents: each leads to the root, and the revocation lists of the bundle name none of them (no output means none). If they name one, its signature remains valid only if its timestamp is before the revocation date and the reason is Superseded, Affiliation Changed or Cessation Of Operation.',
    run: [
      'mkdir ../signers && (cd ../signers && for file in ../matter/documents/*.pdf; do pdfsig -nocert -dump "$file" > signers.txt; done)',
      `for cms in ../signers/*.sig*; do openssl pkcs7 -inform DER -in "$cms" -print_certs | awk '/BEGIN/{n++} /BEGIN/,/END/{print > "'"$cms"'-" n ".pem"}'; done`,
      'cat ../signers/*.pem > ../signers/chain',
      `for one in ../signers/*.pem; do openssl verify -purpose any -untrusted ../signers/chain ${asOf('proof/matter.tst', '../root.pem')} "$one" | sed '/: OK$/d'; done`,
      '{ openssl crl -inform DER -in trust/ca.crl -noout -text; openssl crl -inform DER -in trust/root.crl -noout -text; } > ../revoked',
      'for one in ../signers/*.pem; do openssl x509 -in "$one" -noout -serial; done | cut -d= -f2 | sort -u | while read -r serial; do sed -n "/Serial Number: $serial$/,+4p" ../revoked; done | tee ../found',
      'test ! -s ../found',
    ],
  },
  {
    zh: '公开日志与其余内容由存真的离线核验工具核验，它同时再做以上全部核验。请从您信任的来源取得存真的源代码，不要按名称安装软件包，并按其 README 安装；PROOFKEEP 是源代码所在的文件夹，anchors.json 是您信任的根证书与日志密钥，与证据包放在同一文件夹。',
    en: "Proofkeep's offline verifier checks the public log and the rest, and repeats all checks above. Get its source code from a place you trust, do not install a package by name, and follow its README. PROOFKEEP is the folder of the source code; put anchors.json, the root certificates and log keys you trust, beside the bundle.",
    run: ['node "$PROOFKEEP/apps/server/bin/proofkeep.mjs" verify ../matter.zip --trust ../anchors.json'],
  },
];

const inLanguage = (language: 'zh' | 'en'): string =>
  steps
    .map((step, i) => `${i + 1}. ${step[language]}\n${step.run.map((command) => `      ${command}\n`).join('')}`)
    .join('\n');

/**
 * Writes `VERIFY.txt` of a matter's bundle: how to check it with unzip, GNU coreutils, openssl (3.0 or newer) and pdfsig. Lines
 * indented by six spaces are commands; tests run them as they are.
 */
export const matterInstructions = ({
  matter,
  deedNo,
}: {
  matter: string;
  deedNo: string;
}): string => `公证事项证据包核验说明

公证事项：${matter}
公证书：${deedNo}

所需工具：unzip、GNU coreutils、openssl 3.0 以上、pdfsig（poppler-utils）、bash。root.pem 是您信任的根证书，与证据包 matter.zip 放在
同一文件夹；请向签发方另行索取，不要只因证据包中的证书互相匹配就予以信任。除最后一步外都不需要存真，均不需要联网；请在同一个
shell 窗口中依次执行。

证据包不含当事人身份核验的录像、身份证照片以及网络地址和浏览器信息：这些由公证处保管，操作日志中记有其摘要。视频面谈的录像可
一并下载，在 recordings 文件夹；当事人同意的，其手写签名的笔迹在 handwriting 文件夹，同意书在 consent 文件夹。

${inLanguage('zh')}
${'-'.repeat(78)}

How to verify the bundle of this notarization matter

Matter: ${matter}
Deed: ${deedNo}

You need unzip, GNU coreutils, openssl 3.0 or newer, pdfsig (poppler-utils) and bash. root.pem is a root certificate that you
trust, in the same folder as the bundle, matter.zip; get it from its issuer, never from the bundle. Only the last step needs
Proofkeep, and none needs a network connection. Run the commands in order in the same shell.

Recordings of identity checks, card pictures, network addresses and browsers of parties are not in it: the office keeps them, and
the journal has their digests. Recordings of video sessions can be downloaded with it, in the folder recordings. Strokes of parties
who consented are in the folder handwriting, the words they agreed to in the folder consent.

${inLanguage('en')}`;
