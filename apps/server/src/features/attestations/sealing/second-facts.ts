import { Comparison, type PageManifest, paths, readSealed } from '@proofkeep/bundle';
import { secondRecordFailureWords, type Word } from '@proofkeep/contract';
import type { PageFacts } from '@proofkeep/seal';
import type { Store } from '../../../store/store.ts';
import { readData, type StoredFile } from '../../evidence/service.ts';

type Facts = NonNullable<PageFacts['second']>;

/** Facts about the second record on the certificate. */
export async function secondFacts(
  store: Store,
  data: readonly StoredFile[],
  second: NonNullable<PageManifest['second']>,
): Promise<Facts> {
  const places = [second.from, second.place].map((place) => place && `${place.name}  (${place.region})`);
  const named = [places[0] ?? null, places[1] ?? null] as const;
  if (second.state === 'failed') {
    const [zh, en] = secondRecordFailureWords[second.why];
    const why: Word = [`没有第二份记录：${zh}。`, `There is no second record. ${en}.`];
    return { places: named, startedAt: null, findings: [why] };
  }
  const comparison = readSealed(Comparison, await readData(store, data, paths.comparison), paths.comparison);
  return { places: named, startedAt: new Date(second.capture.startedAt), findings: findingsOf(comparison) };
}

/** One sentence per comparison, also for those that could not be made. */
function findingsOf({ text, prices, picture, main }: Comparison): Word[] {
  const found: Word[] = [textFinding(text)];
  if (prices)
    found.push(
      prices.changes.length === 0
        ? [`价格：${prices.count} 项，无差异。`, `Prices: no differences in ${prices.count} compared.`]
        : [
            `价格：${prices.count} 项中有 ${prices.changes.length} 项不同。`,
            `Prices: ${prices.changes.length} of ${prices.count} differ.`,
          ],
    );
  found.push(pictureFinding(picture));
  const parts: [Word, readonly [unknown, unknown]][] = [
    [['响应状态', 'status'], main.status],
    [['最终网址', 'final URL'], main.finalUrl],
    [['服务器地址', 'server address'], main.serverAddress],
    [['TLS 证书', 'TLS certificate'], main.certificate],
  ];
  const differing = parts.filter(([, [one, other]]) => one !== other).map(([word]) => word);
  if (differing.length > 0)
    found.push([
      `不同：${differing.map(([zh]) => zh).join('、')}。`,
      `Different: ${differing.map(([, en]) => en).join(', ')}.`,
    ]);
  return found;
}

function textFinding(text: Comparison['text']): Word {
  if (!text) return ['文字：未比对。', 'Text: not compared.'];
  const count = text.changes.length;
  return count === 0
    ? ['文字：无差异。', 'Text: no differences.']
    : [`文字：${count} 处不同。`, `Text: ${count} ${count === 1 ? 'difference' : 'differences'}.`];
}

function pictureFinding(picture: Comparison['picture']): Word {
  if (!picture) return ['画面：未比对。', 'Picture: not compared.'];
  const { tiles, changed } = picture;
  if (changed === 0) return ['画面：按比对阈值未发现差异。', 'Picture: no differences at the comparison’s threshold.'];
  const percent = Math.max(1, Math.round((100 * changed) / tiles));
  return [`画面：约 ${percent}% 的区域不同。`, `Picture: about ${percent}% of its area differs.`];
}
