/** Commands that check a matter's bundle with standard tools, one step each. */
const steps: readonly { zh: string; en: string; run: readonly string[] }[] = [
  {
    zh: '解压，并核对各部分的摘要：每行都应显示 OK。',
    en: 'Unpack, and check the digest of every part: each line says OK.',
    run: [
      'unzip -q matter.zip -d matter && cd matter',
      `grep -o '"path":"[^"]*","sha256":"[0-9a-f]*"' matter.json | sed -E 's/"path":"([^"]*)","sha256":"([0-9a-f]*)"/\\2  \\1/' | sha256sum -c`,
    ],
  },
  {
    zh: '核对时间戳和签章：matter.json 在当时已经存在，由签章者确认。',
    en: 'Check timestamp and signature: matter.json existed at that time, and the sealer vouches for it.',
    run: [
      'openssl ts -verify -token_in -in proof/matter.tst -data matter.json -CAfile ../root.pem -untrusted trust/tsa-chain.pem',
      'openssl ts -reply -token_in -in proof/matter.tst -token_out -text | grep "Time stamp"',
      'openssl cms -verify -binary -inform DER -in proof/matter.p7s -content matter.json -CAfile ../root.pem -certfile trust/seal-chain.pem -purpose any -out /dev/null',
    ],
  },
  {
    zh: '核对操作日志：每一条都载有上一条的摘要，最后一条的摘要是 matter.json 的 head。没有输出 broken，且最后输出 complete 即为一致。',
    en: 'Check the journal: each entry has the digest of the one before, and matter.json has that of the last. It prints complete and never broken.',
    run: [
      `previous=null; while IFS= read -r line; do [[ "$line" == *'"previous":'"$previous"','* ]] || echo broken; previous="\\"$(printf %s "$line" | sha256sum | cut -d' ' -f1)\\""; done < journal.jsonl`,
      `grep -q '"head":'"$previous" matter.json && echo complete`,
    ],
  },
  {
    zh: '核对每份文书的签名：每个签名都应有效，最后一个是公证处的印章。',
    en: "Check the signatures of every document: each is valid, and the last is the office's seal.",
    run: ['for file in documents/*.pdf; do echo "$file"; pdfsig -nocert "$file"; done'],
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
同一文件夹；请向签发方另行索取，不要只因证据包中的证书互相匹配就予以信任。全部检查（含公开日志）也可以一次完成：

      # proofkeep verify matter.zip --trust anchors.json

证据包不含当事人的录像、身份证照片以及网络地址和浏览器信息：这些由公证处保管，操作日志中记有其摘要。

${inLanguage('zh')}
${'-'.repeat(78)}

How to verify the bundle of this notarization matter

Matter: ${matter}
Deed: ${deedNo}

You need unzip, GNU coreutils, openssl 3.0 or newer, pdfsig (poppler-utils) and bash. root.pem is a root certificate that you
trust, in the same folder as the bundle, matter.zip; get it from its issuer, never from the bundle. One command makes all
checks, those of the public log included:

      # proofkeep verify matter.zip --trust anchors.json

Recordings, card pictures, network addresses and browsers of parties are not in it: the office keeps them, and the journal has
their digests.

${inLanguage('en')}`;
