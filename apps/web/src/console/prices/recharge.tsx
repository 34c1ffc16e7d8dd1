import { calls, mostRechargeAmounts, type RechargeOffer } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { refusedOf } from '../../api/refused.ts';
import { paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Matter } from '../ui/matter.tsx';
import { askProven } from '../ui/proof.ts';
import { DecisionBar } from '../ui/split.tsx';
import { type AmountRow, AmountRows, rowsOf, wrongOf } from './amount-rows.tsx';

const useWords = words('console-recharge', {
  title: ['充值金额选项', 'Recharge amounts'],
  what: [
    '充值页面按此顺序列出这些金额，第一个为默认值；用户也可以填写其他金额。',
    'The recharge page shows these in this order and begins with the first. People may enter any other amount.',
  ],
  since: ['生效时间', 'In force since'],
  by: ['由 {by} 调整', 'Changed by {by}'],
  limits: ['支付方式可收取 {min} 至 {max}', 'What can be paid here: {min} to {max}'],
  add: ['添加金额', 'Add an amount'],
  full: ['最多 {count} 个金额', 'At most {count} amounts'],
  shown: ['用户将看到', 'What people will see'],
  save: ['保存并立即生效', 'Save and put in force'],
  saved: ['已生效', 'In force now'],
  undo: ['撤销修改', 'Undo the changes'],
  unchanged: ['还没有修改', 'Nothing is changed yet'],
  wrong: ['请检查标出的内容', 'Check what is marked'],
});

export function Component() {
  const say = useWords();
  // What is being edited must not change under the hand: that it was changed elsewhere is told when it is saved.
  const found = useQuery({ ...queryOf(calls.billing.consoleRechargeOffer, {}), refetchOnWindowFocus: false });
  return (
    <Matter back={paths.consolePrices} found={found}>
      {(offer) => (
        <>
          <header className="prices-title">
            <h2>{say('title')}</h2>
            <p className="secondary">
              {say('since')} <Moment at={offer.since} />
              {offer.by && ` · ${say('by', { by: offer.by })}`}
            </p>
          </header>
          <Editor key={offer.version} offer={offer} onChanged={() => refresh('rechargeOffer')} />
        </>
      )}
    </Matter>
  );
}

function Editor({ offer, onChanged }: { offer: RechargeOffer; onChanged: () => Promise<unknown> }) {
  const say = useWords();
  const [rows, setRows] = useState<readonly AmountRow[]>(() => rowsOf(offer.amountsCents));
  const amountsCents = rows.map(({ cents }) => cents ?? 0);
  const isChanged = amountsCents.join() !== offer.amountsCents.join();
  const isWrong = rows.some((row) => wrongOf(row, rows, offer) !== null);
  const isFull = rows.length >= mostRechargeAmounts;
  const saving = useMutation({
    mutationFn: () => askProven(calls.billing.changeRechargeOffer, { version: offer.version, amountsCents }),
    meta: { isSaidInPlace: true },
    onSuccess: () => {
      toast.success(say('saved'));
      return onChanged();
    },
  });
  const why = isWrong ? say('wrong') : isChanged ? undefined : say('unchanged');
  return (
    <>
      <Refusal>{saving.error ? refusedOf(saving.error).message : null}</Refusal>
      <section className="prices-part">
        <p>{say('what')}</p>
        <AmountRows rows={rows} offer={offer} onChange={setRows} />
        <Button
          disabled={isFull}
          title={isFull ? say('full', { count: mostRechargeAmounts }) : undefined}
          onClick={() => setRows([...rows, { id: crypto.randomUUID(), cents: null }])}
        >
          {say('add')}
        </Button>
        <p className="secondary">{say('limits', { min: amount(offer.minCents), max: amount(offer.maxCents) })}</p>
      </section>
      <section className="prices-part" aria-labelledby="recharge-shown">
        <h3 id="recharge-shown">{say('shown')}</h3>
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
          {say('save')}
        </Button>
        <Button disabled={!isChanged} onClick={() => setRows(rowsOf(offer.amountsCents))}>
          {say('undo')}
        </Button>
      </DecisionBar>
    </>
  );
}
