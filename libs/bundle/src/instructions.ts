import { type Manifest, paths } from './manifest.ts';

/** `SHA256SUMS`: the manifest's objects, one a line, as `sha256sum --check` reads them. */
export const checksums = (manifest: Manifest): string =>
  manifest.objects.map((object) => `${object.sha256}  ${object.path}\n`).join('');

/**
 * `VERIFY.txt`: how to check a bundle with unzip, sha256sum, openssl (3.0 or newer) and pdfsig, in Chinese and English.
 * The commands are run as they stand by the project's own tests.
 */
export function verificationInstructions(manifest: Manifest, manifestSha256: string): string {
  const commands = {
    unpack: `unzip -q -d bundle evidence.zip && cd bundle`,
    manifest: `sha256sum ${paths.manifest}`,
    objects: `sha256sum --check --strict --quiet ${paths.sums}`,
    timestamp: `openssl ts -verify -data ${paths.manifest} -in ${paths.token} -token_in -CAfile root.pem -untrusted ${paths.tsaChain}`,
    when: `openssl ts -reply -in ${paths.token} -token_in -token_out -text`,
    manifestSignature: cms(paths.manifestSignature, paths.manifest),
    contentsSignature: cms(paths.contentsSignature, paths.contents),
    certificate: `pdfsig ${paths.certificate}`,
  };
  return `${chinese(manifest, manifestSha256, commands)}\n\n${'-'.repeat(78)}\n\n${english(manifest, manifestSha256, commands)}`;
}

const cms = (signature: string, content: string) =>
  `openssl cms -verify -binary -cades -purpose any -inform DER -in ${signature} -content ${content} -CAfile root.pem -certfile ${paths.sealChain} -out /dev/null`;

type Commands = Record<
  'unpack' | 'manifest' | 'objects' | 'timestamp' | 'when' | 'manifestSignature' | 'contentsSignature' | 'certificate',
  string
>;

function chinese({ ano, subject }: Manifest, sha256: string, run: Commands): string {
  return `存真证据包核验说明

存证编号：${ano}
存证网址：${subject.requestedUrl}
清单摘要（manifest.json 的 SHA-256）：
  ${sha256}

以下核验不需要存真，也不需要联网。所需工具：unzip、sha256sum、openssl 3.0 以上、
pdfsig（poppler-utils）。

准备：root.pem 是您信任的根证书。请向签发方另行索取，或与其公开的指纹比对；
不要只因证据包中的证书互相匹配就予以信任。

1. 解开证据包（文件名请按实际填写）：
   ${run.unpack}

2. 清单摘要应与上面、与证书 certificate.pdf 上印的一致：
   ${run.manifest}

3. 每个证据文件都与清单一致（没有输出即为一致）：
   ${run.objects}

4. 可信时间戳：证明清单在该时间之前已经存在：
   ${run.timestamp}
   查看时间：
   ${run.when}

5. 签章：清单与目录均由签章密钥签署：
   ${run.manifestSignature}
   ${run.contentsSignature}

6. 存证证书的签章有效，且签署之后没有改动
   （应显示 "Signature is Valid" 与 "Total document signed"）：
   ${run.certificate}

7. 存证日志：proof/leaf.json 是写入日志的条目，proof/leaf.tlog-proof 是包含证明
   （RFC 6962，格式见 c2sp.org/tlog-proof），日志密钥见 trust/log.vkey。
   用存真的离线核验工具可一次完成以上全部核验：
   npx proofkeep verify evidence.zip --trust anchors.json
`;
}

function english({ ano, subject }: Manifest, sha256: string, run: Commands): string {
  return `How to check this evidence bundle

Attestation number: ${ano}
Address: ${subject.requestedUrl}
Digest of the manifest (SHA-256 of manifest.json):
  ${sha256}

Neither Proofkeep nor a network is needed. Tools: unzip, sha256sum, openssl 3.0
or newer, pdfsig (poppler-utils).

Before you start: root.pem is the root certificate that you trust. Ask the issuer
for it, or compare its fingerprint with the one he publishes; that the
certificates in this bundle fit together is no reason to trust them.

1. Unpack the bundle (use its real file name):
   ${run.unpack}

2. The digest of the manifest is the one above and the one on certificate.pdf:
   ${run.manifest}

3. Every preserved file is the one the manifest lists (silence means yes):
   ${run.objects}

4. Trusted timestamp: the manifest existed before the time it gives:
   ${run.timestamp}
   To read the time:
   ${run.when}

5. Signatures: manifest and contents were signed with the seal key:
   ${run.manifestSignature}
   ${run.contentsSignature}

6. The certificate's seal is valid and nothing was changed after it
   (it says "Signature is Valid" and "Total document signed"):
   ${run.certificate}

7. The log: proof/leaf.json is the logged entry, proof/leaf.tlog-proof its proof of
   inclusion (RFC 6962; format: c2sp.org/tlog-proof), trust/log.vkey the log's key.
   Proofkeep's offline verifier does all of the above at once:
   npx proofkeep verify evidence.zip --trust anchors.json
`;
}
