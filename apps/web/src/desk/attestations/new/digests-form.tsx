import { attestationNameLength, calls, fileNameLength, remarkLength, submittedFiles } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { Refusal } from '../../../ui/forms/refusal.tsx';
import { useQuote } from '../../../ui/money/use-quote.ts';
import type { PastedDigest } from '../../../ui/preserve/understand.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { LabelField } from '../label-field.tsx';
import { distinct } from './chosen-files.ts';
import { CostBox } from './cost-box.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { NotCertified } from './not-certified.tsx';
import { orderedOf, priceOf, useWay } from './price.ts';
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
  const { quote } = price;
  const cost = quote ? priceOf(quote) : null;
  const { byOrder, whyNot, preferOrder } = useWay(quote, count);
  const preserving = useMutation({
    mutationFn: (values: Values) => ask(calls.attestations.preserveDigests, { ...values, files: digests, byOrder }),
    meta: { isShownInPlace: true },
    onSettled: () => refresh('attestations'),
    onSuccess: ({ attestation, orderNo }) =>
      navigate(orderNo ? paths.pay(orderNo) : paths.attestation(attestation.ano)),
  });
  const rename = (at: number, name: string) =>
    setDigests((all) => all.map((one, n) => (n === at ? { ...one, name } : one)));
  return (
    <div className="attestations-new-columns">
      <Form
        layout="vertical"
        requiredMark={false}
        autoComplete="off"
        className="attestations-new-form"
        onFinish={preserving.mutate}
      >
        <p className="secondary">{t('hint')}</p>
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
              <code className="secondary">{sha256}</code>
            </li>
          ))}
        </ol>
        <Form.Item name="name" label={t('name')}>
          <Input maxLength={attestationNameLength} placeholder={digests[0]?.name ?? ''} />
        </Form.Item>
        <Form.Item name="labels" label={t('labels')}>
          <LabelField />
        </Form.Item>
        <Form.Item name="remark" label={t('remark')}>
          <Input.TextArea rows={2} maxLength={remarkLength} />
        </Form.Item>
        {quote?.mayOrder && <HowToPay whyNot={whyNot} byOrder={byOrder} onChange={preferOrder} />}
        <NotCertified />
        <Refusal>{preserving.error ? toApiError(preserving.error).message : null}</Refusal>
        <Button
          type="primary"
          htmlType="submit"
          size="large"
          loading={preserving.isPending}
          disabled={digests.some(({ name }) => name.trim() === '') || !quote || (whyNot !== null && !byOrder)}
        >
          {t(byOrder ? 'order' : 'submit', { count: byOrder ? orderedOf(quote, [count]).units : count })}
          {cost && ` · ${cost.isOfPackage ? t('fromPackage', { left: cost.left }) : amount(cost.cents)}`}
        </Button>
      </Form>
      <CostBox {...price} count={count} byOrder={byOrder} kind="digests" />
    </div>
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
