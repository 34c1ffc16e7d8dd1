import {
  attestationNameLength,
  calls,
  type DeviceRecordingDetail,
  type Quote,
  remarkLength,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio } from 'antd';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('pay-recording', text);

interface Values {
  name: string;
  remark: string;
  byOrder: boolean;
}

/** The button that seals a recording, with its price; an order leads to its payment. */
export function PayRecording({ recording }: { recording: DeviceRecordingDetail }) {
  const t = useWords();
  const navigate = useNavigate();
  const { id, minutes, held, gaps, deviceName } = recording;
  const { data: quote } = useQuery({
    ...queryOf(calls.money.quote, { service: 'device-minute', quantity: minutes }),
    staleTime: 0,
  });
  if (!quote) return null;
  const title = t('title', { price: amount(quote.amountCents) });
  return (
    <ActDialog<Values, Awaited<ReturnType<typeof pay>>>
      label={title}
      title={t('heading')}
      act={title}
      button={{ type: 'primary', disabled: held === 0 }}
      initialValues={{ name: deviceName, remark: '', byOrder: quote.whyNot !== null && quote.mayOrder }}
      about={
        <>
          <Price quote={quote} minutes={minutes} />
          {gaps.length > 0 && <p>{t('gaps', { count: gaps.length })}</p>}
          <p className="secondary enforcer-final">{t('final')}</p>
        </>
      }
      send={(values) => pay(id, values)}
      onSent={async ({ attestation, orderNo }) => {
        await Promise.all([refresh('devices'), refresh('attestations')]);
        await navigate(orderNo ? paths.pay(orderNo) : paths.attestation(attestation.ano));
      }}
    >
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={attestationNameLength} />
      </Form.Item>
      <Form.Item name="remark" label={t('remark')}>
        <Input.TextArea rows={2} maxLength={remarkLength} />
      </Form.Item>
      {quote.mayOrder && (
        <Form.Item name="byOrder" label={t('way')}>
          <Radio.Group
            options={[
              { value: false, label: t('balance'), disabled: quote.whyNot !== null },
              { value: true, label: t('order') },
            ]}
          />
        </Form.Item>
      )}
    </ActDialog>
  );
}

const pay = (id: string, { name, remark, byOrder = false }: Values) =>
  ask(calls.enforcer.payRecording, { id, name, remark, byOrder });

/** Cost by source, and the remaining funds. */
function Price({ quote, minutes }: { quote: Quote; minutes: number }) {
  const t = useWords();
  const { unitCents, packageUnits, amountCents, balanceCents, missingCents, whyNot } = quote;
  return (
    <dl className="enforcer-price numbers">
      <div>
        <dt>{t('minutes', { count: minutes })}</dt>
        <dd>× {amount(unitCents)}</dd>
      </div>
      {packageUnits > 0 && (
        <div>
          <dt>{t('package')}</dt>
          <dd>{t('minutes', { count: packageUnits })}</dd>
        </div>
      )}
      <div>
        <dt>{t('due')}</dt>
        <dd>{amount(amountCents)}</dd>
      </div>
      {balanceCents !== null && (
        <div>
          <dt>{t(whyNot ? 'short' : 'after')}</dt>
          <dd>{amount(whyNot ? missingCents : balanceCents - amountCents)}</dd>
        </div>
      )}
    </dl>
  );
}
