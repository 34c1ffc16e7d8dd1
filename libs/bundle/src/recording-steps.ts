import { type LiveManifest, paths } from './manifest.ts';
import type { Step } from './step.ts';

/** Steps to verify the recording of a live session manually: its chain and the chain's timestamps. */
export const recordingSteps = ({ objects }: LiveManifest): Step[] =>
  objects.some(({ path }) => path === paths.heads) ? [chain, heads] : [chain];

/**
 * The recorder writes the properties of a chunk in a fixed order; a head is computed over the sorted properties without
 * `head` (RFC 8785).
 */
const chain: Step = {
  zh: `录制的各段依次相连：每段的摘要都含有上一段的摘要，直至清单所载的终点；画面与事件的每一\n   范围都与其摘要一致（没有输出即为一致）：`,
  en: `The chunks of the recording: the digest of each contains that of the one before, up to\n   the end that the manifest names, and every range of pictures and events has its digest\n   (no output means success):`,
  run: [
    `chunks() { sed -E 's/\\{("offset":[0-9]+),("size":[0-9]+),("sha256":"[0-9a-f]{64}")\\}/{\\1,\\3,\\2}/g; s/"network":\\{("connections":\\{[^}]*\\},)?("warc":\\{[^}]*\\}),("index":\\{[^}]*\\}),("waiting":[0-9]+)\\}/"network":{\\1\\3,\\4,\\2}/; s/^\\{("n":[0-9]+),("fromMs":[0-9]+),("toMs":[0-9]+),("frames":[0-9]+),("video":\\{[^}]*\\}),("events":\\{[^}]*\\})(,"network":\\{.*\\})?,("previous":"[0-9a-f]{64}"),"head":"([0-9a-f]{64})"\\}$/\\9 {\\6,\\4,\\2,\\1\\7,\\8,\\3,\\5}/' ${paths.chunks}; }`,
    `recorded() { grep -aoE '"recording":\\{[^}]*\\}' ${paths.manifest} | sed -E "s/.*\\"$1\\":\\"([^\\"]*)\\".*/\\1/"; }`,
    `ano=$(sed -E 's/^\\{("ano":"[^"]*"),.*/\\1/' ${paths.manifest})`,
    `previous=$(printf %s "{$ano,\\"startedAt\\":\\"$(recorded startedAt)\\",\\"type\\":\\"proofkeep-recording\\",\\"v\\":1}" | sha256sum | cut -c-64)`,
    `while read -r head chunk; do [[ "$chunk" == *"\\"previous\\":\\"$previous\\""* ]] || echo "$chunk"; previous=$(printf %s "$chunk" | sha256sum | cut -c-64); [ "$previous" = "$head" ] || echo "$chunk"; done < <(chunks) > ../broken`,
    'test ! -s ../broken -a $previous = $(recorded head)',
    rangesOf('video', paths.recording),
    rangesOf('events', paths.events),
  ],
};

const heads: Step = {
  zh: `录制期间各段摘要的时间戳（${paths.heads}）：每个都应显示 Verification: OK 及其时间，所证\n   摘要都在录制的各段之中：`,
  en: `Timestamps that the chain was given while the session ran, ${paths.heads}: each must say\n   Verification: OK, with its time, and is over the digest of a chunk:`,
  run: [
    `grep -oE '"head":"[0-9a-f]{64}","n":[0-9]+,"token":"[^"]*"' ${paths.heads} | sed -E 's/"head":"(.*)","n":.*,"token":"(.*)"/\\1 \\2/' > ../stamped-heads`,
    `: > ../unstamped; while read -r head token; do echo "$token" | base64 -d > ../head.tst; openssl ts -verify -digest $head -in ../head.tst -token_in -untrusted ${paths.tsaChain} -CAfile ../root.pem -attime $(stamped ../head.tst) || echo $head >> ../unstamped; date -u -d @$(stamped ../head.tst); done < ../stamped-heads; test ! -s ../unstamped`,
    `cut -c-64 ../stamped-heads | sort -u > ../stamped-digests; chunks | cut -c-64 | sort -u | comm -13 - ../stamped-digests > ../unknown; test ! -s ../unknown`,
  ],
};

/** The ranges are contiguous and cover the whole file. */
function rangesOf(member: 'video' | 'events', path: string): string {
  const range = `"${member}":\\{"offset":[0-9]+,"sha256":"([0-9a-f]{64})","size":([0-9]+)\\}`;
  return `{ while read -r digest size <&4; do [ "$(head -c $size | sha256sum | cut -c-64)" = $digest ] || echo $digest; done; [ $(wc -c) = 0 ] || echo more; } < ${path} 4< <(chunks | sed -E 's/.*${range}.*/\\1 \\2/') > ../broken; test ! -s ../broken`;
}
