import { calls, fileNameLength, submittedFiles } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { useQuote } from '../../../ui/money/use-quote.ts';
import type { PastedDigest } from '../../../ui/preserve/understand.ts';
import { words } from '../../../ui/words/words.ts';
import { distinct } from './chosen-files.ts';
import { PreserveForm } from './preserve-form.tsx';
import { orderedOf, useWay } from './price.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-digests', text);

interface Values {
  name?: string;
  labels?: string[];
  remark?: string;
}

/** Preserves digests that were pasted; each gets the name of its file. */
export function DigestsForm({ pasted }: { pasted: readonly PastedDigest[] }) {
  const t = useWords();
  const navigate = useNavigate();
  const [digests, setDigests] = useState(() => named(pasted, t('unnamed')));
  const count = digests.length;
  const price = useQuote('hash', count);
  const way = useWay(price.quote, count);
  const { byOrder } = way;
  const preserving = useMutation({
    mutationFn: (values: Values) => ask(calls.attestations.preserveDigests, { ...values, files: digests, byOrder }),
    meta: { isShownInPlace: true },
    onSettled: () => refresh('attestations'),
    onSuccess: ({ batchId, orderNo }) => navigate(orderNo ? paths.pay(orderNo) : paths.batch(batchId)),
  });
  const rename = (at: number, name: string) =>
    setDigests((all) => all.map((one, n) => (n === at ? { ...one, name } : one)));
  return (
    <PreserveForm
      kind="digests"
      units={[count]}
      price={price}
      way={way}
      nameExample={digests[0]?.name ?? ''}
      sending={preserving}
      isReady={digests.every(({ name }) => name.trim() !== '')}
      act={t(byOrder ? 'order' : 'submit', { count: byOrder ? orderedOf(price.quote, [count]).units : count })}
    >
      <p className="secondary">{t('hint')}</p>
      <Alert type="info" showIcon title={t('algorithm')} />
      <ol className="attestations-new-digests">
        {digests.map(({ sha256, name }, at) => (
          <li key={sha256}>
            <Input
              aria-label={t('nameOf', { sha256: sha256.slice(0, 8) })}
              value={name}
              maxLength={fileNameLength}
              status={name.trim() === '' ? 'error' : ''}
              onChange={({ target }) => rename(at, target.value)}
            />
            <span className="secondary">
              SHA-256 <code>{sha256}</code>
            </span>
          </li>
        ))}
      </ol>
    </PreserveForm>
  );
}

/** Each digest once, under a unique name. */
function named(pasted: readonly PastedDigest[], unnamed: string): PastedDigest[] {
  const names = new Set<string>();
  const found = new Map<string, PastedDigest>();
  for (const { sha256, name } of pasted.slice(0, submittedFiles.digests)) {
    if (found.has(sha256)) continue;
    const own = distinct(name || unnamed, names);
    names.add(own);
    found.set(sha256, { sha256, name: own });
  }
  return [...found.values()];
}
