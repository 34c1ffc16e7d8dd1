import { paths } from './manifest.ts';
import { collectedParts, type OutsideRevocation } from './revocation.ts';
import type { Step } from './step.ts';

/** Steps to verify the tokens of outside authorities and their collected revocation data by hand. */
export function outsideSteps(count: number, collected: OutsideRevocation | null): Step[] {
  if (count === 0) return [];
  const isComplete = (n: number) => collected?.tokens[n - 2]?.certificates.every(({ part }) => part !== null) ?? false;
  const numbers = Array.from({ length: count }, (_, i) => i + 2);
  return [
    timestamps(numbers),
    revocation(
      numbers,
      collected,
      numbers.filter((n) => !isComplete(n)),
    ),
  ];
}

const timestamps = (numbers: number[]): Step => ({
  zh: '外部机构的时间戳：outside-roots.pem 是您信任的外部机构根证书，与证据包放在同一\n   文件夹（都不信任则略过这一步和下一步）：',
  en: 'Timestamps of outside authorities: put outside-roots.pem, the roots of these authorities\n   that you trust, beside the bundle (skip this step and the next if you trust none):',
  run: numbers
    .map(paths.outsideToken)
    .flatMap((token) => [
      `openssl ts -verify -data ${paths.manifest} -in ${token} -token_in -CAfile ../outside-roots.pem -attime $(stamped ${token})`,
      `openssl ts -reply -in ${token} -token_in -token_out -text`,
    ]),
});

function revocation(numbers: number[], collected: OutsideRevocation | null, incomplete: number[]): Step {
  const run = numbers.flatMap((n) => tokenCommands(n, collected));
  const tokens = incomplete.map(paths.outsideToken).join(', ');
  const [missingZh, missingEn] = incomplete.length
    ? [
        `\n   没有收集齐全、因此无法判断是否吊销的：${tokens}`,
        `\n   Revocation data is incomplete, so revocation can't be checked, for:\n   ${tokens}`,
      ]
    : ['', ''];
  return {
    zh: `外部机构的证书在其时间戳的时间未被吊销，依据是当时收集的吊销列表或在线状态（OCSP；\n   openssl 可能提示其时间已过，以最后一条命令为准）。命令失败即为已吊销或无法判断：${missingZh}`,
    en: `Certificates of outside authorities were not revoked at the time of their tokens, by the\n   revocation lists or OCSP responses collected then (openssl may warn that a response is\n   out of date: the last command decides). If a command fails, the certificate was revoked\n   or its status is unknown:${missingEn}`,
    run: run.length > 0 ? [...helpers, ...run] : [],
  };
}

/**
 * `split` writes the token's certificates and the trusted roots to separate files, `one` finds a certificate by its digest,
 * `issuer` finds its issuer. `covers` checks the period of an OCSP response: openssl compares it with the current time. `digest` names the digest of its CertIDs.
 */
const helpers = [
  'split() { rm -f ../split-*; openssl ts -reply -in $1 -token_in -token_out | openssl pkcs7 -inform DER -print_certs > ../token.pem; cat ../outside-roots.pem ../token.pem > ../all.pem; csplit -s -z -f ../split- -b %d.pem ../all.pem "/BEGIN CERTIFICATE/" "{*}"; }',
  'one() { : > ../one.pem; for f in ../split-*; do if [ "$(openssl x509 -in $f -outform DER 2> /dev/null | sha256sum | cut -c-64)" = $1 ]; then cat $f > ../one.pem; fi; done; }',
  'issuer() { : > ../issuer.pem; for f in ../split-*; do if [ "$(openssl x509 -in $f -noout -subject_hash 2> /dev/null)" = "$(openssl x509 -in ../one.pem -noout -issuer_hash)" ]; then cat $f > ../issuer.pem; fi; done; }',
  "digest() { openssl ocsp -respin $1 -noverify -resp_text | sed -n 's/^ *Hash Algorithm: //p' | head -n 1; }",
  `covers() { from=$(date -d "$(sed -n 's/^\\tThis Update: //p' ../status)" +%s); until=$(sed -n 's/^\\tNext Update: //p' ../status); if [ -n "$until" ]; then until=$(date -d "$until" +%s); else until=$((from + 300)); fi; [ $((from - 300)) -le $1 -a $1 -lt $until ]; }`,
];

function tokenCommands(n: number, collected: OutsideRevocation | null): string[] {
  const parts = collected ? collectedParts(collected, n) : [];
  const token = paths.outsideToken(n);
  const commands = parts.flatMap(({ path, kind, sha256 }) => [
    `one ${sha256}`,
    ...(kind === 'crl' ? listCommands(path, token) : responseCommands(path, token)),
  ]);
  return commands.length > 0 ? [`split ${token}`, ...commands] : [];
}

const listCommands = (path: string, token: string): string[] => [
  `{ cat ../outside-roots.pem; openssl crl -inform DER -in ${path}; } > ../outside-trusted.pem`,
  `openssl verify -crl_check -attime $(stamped ${token}) -CAfile ../outside-trusted.pem -untrusted ../token.pem ../one.pem`,
];

/** openssl finds only CertIDs of the digest given on its command line, by default SHA-1. */
const responseCommands = (path: string, token: string): string[] => [
  'issuer',
  `openssl ocsp -respin ${path} -issuer ../issuer.pem "-$(digest ${path})" -cert ../one.pem -CAfile ../outside-roots.pem -verify_other ../all.pem -no_nonce -attime $(stamped ${token}) > ../status`,
  "grep -E '(^|: )good$' ../status",
  `covers $(stamped ${token})`,
];
