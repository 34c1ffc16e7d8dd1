import { BellOutlined, WarningFilled } from '@ant-design/icons';
import { calls, type ReplyOf, rechargeCents } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { AmountField } from '../../ui/forms/amount-field.tsx';
import { InPlaceForm } from '../../ui/forms/in-place-form.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

export type Account = NonNullable<ReplyOf<typeof calls.costCenter.costCenter>['account']>;

const useWords = words('low-balance', text);

export function LowBalance({ account: { balanceCents, lowBalanceCents } }: { account: Account }) {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const [isOpen, setOpen] = useState(false);
  const isLow = lowBalanceCents !== null && balanceCents < lowBalanceCents;
  const values = { amount: amount(lowBalanceCents) };
  return (
    <p className="cost-center-low" data-low={isLow}>
      {isLow ? <WarningFilled aria-hidden /> : <BellOutlined aria-hidden />}
      <span>{lowBalanceCents === null ? t('off') : t(isLow ? 'low' : 'on', values)}</span>
      {me?.role === 'main' && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {t(lowBalanceCents === null ? 'set' : 'change')}
        </Button>
      )}
      <Modal open={isOpen} title={t('title')} footer={null} onCancel={() => setOpen(false)} destroyOnHidden>
        <Threshold before={lowBalanceCents} onEnd={() => setOpen(false)} />
      </Modal>
    </p>
  );
}

interface Entered {
  lowBalanceCents?: number | null;
}

const most = rechargeCents.max;

function Threshold({ before, onEnd }: { before: number | null; onEnd: () => void }) {
  const t = useWords();
  const send = async ({ lowBalanceCents: yuan }: Entered) => {
    await ask(calls.costCenter.setLowBalance, { lowBalanceCents: yuan == null ? null : centsOf(yuan) });
    await refresh('costCenter');
    toast.success(t('saved'));
  };
  return (
    <InPlaceForm
      act={t('save')}
      cancel={t('cancel')}
      initialValues={{ lowBalanceCents: before === null ? null : before / 100 }}
      send={send}
      onEnd={onEnd}
    >
      <AmountField
        isOptional
        name="lowBalanceCents"
        label={t('amount')}
        help={t('help')}
        limits={{ min: 1, max: most }}
        wrong={t('wrong', { min: amount(1), max: amount(most) })}
      />
    </InPlaceForm>
  );
}
