import { calls, mostRechargeAmounts, type RechargeOffer } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { SelectedItem } from '../ui/selected-item.tsx';
import { DecisionBar } from '../ui/split.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import { type AmountRow, AmountRows, rowsOf, wrongOf } from './amount-rows.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-recharge', text);

export function Component() {
  const t = useWords();
  // No refetch while editing; a conflicting change is reported on save.
  const found = useQuery({ ...queryOf(calls.orders.consoleRechargeOffer, {}), refetchOnWindowFocus: false });
  return (
    <SelectedItem back={paths.consolePrices} found={found}>
      {(offer) => (
        <>
          <header className="console-prices-title">
            <h1>{t('title')}</h1>
            <p className="secondary">
              {t('since')} <Moment at={offer.since} />
              {offer.by && ` · ${t('by', { by: offer.by })}`}
            </p>
          </header>
          <Editor key={offer.version} offer={offer} onChanged={() => refresh('rechargeOffer')} />
        </>
      )}
    </SelectedItem>
  );
}

function Editor({ offer, onChanged }: { offer: RechargeOffer; onChanged: () => Promise<unknown> }) {
  const t = useWords();
  const [rows, setRows] = useState<readonly AmountRow[]>(() => rowsOf(offer.amountsCents));
  const amountsCents = rows.map(({ cents }) => cents ?? 0);
  const isChanged = amountsCents.join() !== offer.amountsCents.join();
  const isWrong = rows.some((row) => wrongOf(row, rows, offer) !== null);
  const isFull = rows.length >= mostRechargeAmounts;
  const saving = useMutation({
    mutationFn: () => callWithStepUp(calls.orders.changeRechargeOffer, { version: offer.version, amountsCents }),
    meta: { isShownInPlace: true },
    onSuccess: () => {
      toast.success(t('saved'));
      return onChanged();
    },
  });
  const why = isWrong ? t('wrong') : isChanged ? undefined : t('unchanged');
  return (
    <>
      <Refusal>{saving.error ? toApiError(saving.error).message : null}</Refusal>
      <section className="console-prices-part">
        <p>{t('what')}</p>
        <AmountRows rows={rows} offer={offer} onChange={setRows} />
        <Button
          disabled={isFull}
          title={isFull ? t('full', { count: mostRechargeAmounts }) : undefined}
          onClick={() => setRows([...rows, { id: crypto.randomUUID(), cents: null }])}
        >
          {t('add')}
        </Button>
        <p className="secondary">{t('limits', { min: amount(offer.minCents), max: amount(offer.maxCents) })}</p>
      </section>
      <section className="console-prices-part" aria-labelledby="recharge-shown">
        <h2 id="recharge-shown">{t('shown')}</h2>
        <p className="chips numbers">
          {rows.map(({ id, cents }) => (
            <span key={id} className="chip">
              {amount(cents)}
            </span>
          ))}
        </p>
      </section>
      <DecisionBar>
        <Button
          type="primary"
          loading={saving.isPending}
          disabled={why !== undefined}
          title={why}
          onClick={() => saving.mutate()}
        >
          {t('save')}
        </Button>
        <Button disabled={!isChanged} onClick={() => setRows(rowsOf(offer.amountsCents))}>
          {t('undo')}
        </Button>
      </DecisionBar>
    </>
  );
}
