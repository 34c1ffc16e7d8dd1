import {
  attestationNameLength,
  calls,
  type DeviceRecordingDetail,
  type Quote,
  remarkLength,
} from '@proofkeep/contract';
import { Form, Input, Radio } from 'antd';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { priceOfQuote, Source, usePriceLabel } from '../../ui/money/source.tsx';
import { UnknownPrice } from '../../ui/money/unknown-price.tsx';
import { useQuote } from '../../ui/money/use-quote.ts';
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
  const labelOf = usePriceLabel();
  const navigate = useNavigate();
  const { id, minutes, held, gaps, deviceName } = recording;
  const { quote, isUnknown, refetch } = useQuote('device-minute', minutes);
  if (isUnknown) return <UnknownPrice onRetry={refetch} />;
  if (!quote) return null;
  const price = priceOfQuote(quote);
  const title = t('title', { price: labelOf(price) });
  return (
    <div className="enforcer-pay">
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
      <Source price={price} />
    </div>
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
