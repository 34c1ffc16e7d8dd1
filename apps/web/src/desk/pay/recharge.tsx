import './pay.css';
import { calls, orderMinutes } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form } from 'antd';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { AmountField } from '../../ui/forms/amount-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { hasWholeCents } from '../../ui/forms/typed-yuan.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount, centsOf } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { CostBox } from './cost-box.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('recharge', text);

export function Component() {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const mayPay = me?.permissions.includes('billing') ?? false;
  const { data, error, refetch } = useQuery({ ...queryOf(calls.orders.rechargeOptions, {}), enabled: mayPay });
  return (
    <>
      <PageHeading title={t('title')} />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && (mayPay || !me) && <Skeleton />}
      {me && !mayPay && <Alert type="info" showIcon title={t('main')} />}
      {data && mayPay && <Amount options={data} />}
    </>
  );
}

interface Options {
  rechargeObj: { amountCents: number }[];
  minCents: number;
  maxCents: number;
  balanceCents: number;
}

function Amount({ options }: { options: Options }) {
  const t = useWords();
  const navigate = useNavigate();
  const [form] = Form.useForm<{ amountCents: number | null }>();
  const yuan = Form.useWatch('amountCents', form);
  const limits = { min: amount(options.minCents), max: amount(options.maxCents) };
  const { refusal, isSending, submit } = useSubmit(form, async (values: { amountCents: number | null }) => {
    const { orderNo } = await ask(calls.orders.recharge, { amountCents: centsOf(values.amountCents) });
    await navigate(paths.pay(orderNo));
  });
  const cents = centsOf(yuan);
  const isRight = cents >= options.minCents && cents <= options.maxCents && hasWholeCents(yuan ?? 0);
  return (
    <div className="pay-columns">
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ amountCents: (options.rechargeObj[0]?.amountCents ?? options.minCents) / 100 }}
        onFinish={submit}
      >
        <Refusal>{refusal}</Refusal>
        <div role="group" aria-label={t('suggested')} className="pay-suggested">
          {options.rechargeObj.map(({ amountCents }) => (
            <Button
              key={amountCents}
              type={amountCents === cents ? 'primary' : 'default'}
              ghost={amountCents === cents}
              aria-pressed={amountCents === cents}
              onClick={() => {
                form.setFieldValue('amountCents', amountCents / 100);
                void form.validateFields(['amountCents']).catch(() => {});
              }}
            >
              {short(amountCents)}
            </Button>
          ))}
        </div>
        <AmountField
          name="amountCents"
          label={t('amount')}
          help={t('help', limits)}
          limits={{ min: options.minCents, max: options.maxCents }}
          wrong={t('wrong', limits)}
          input={{ size: 'large' }}
        />
        <Button type="primary" htmlType="submit" size="large" loading={isSending}>
          {t('submit', { amount: isRight ? amount(cents) : '-' })}
        </Button>
        <p className="secondary pay-next">{t('next', { minutes: orderMinutes })}</p>
      </Form>
      <aside className="pay-aside">
        <CostBox
          rows={[
            { label: t('balance'), cents: options.balanceCents },
            { label: t('added'), cents: isRight ? cents : null },
          ]}
          total={{ label: t('after'), cents: isRight ? options.balanceCents + cents : null }}
        />
        <ByBank />
      </aside>
    </div>
  );
}

/** Companies that pay by bank transfer have a separate page, with our account and the report form. */
function ByBank() {
  const t = useWords();
  const { data } = useQuery(queryOf(calls.bankTransfers.bankAccount, {}));
  if (!data?.receiver) return null;
  return (
    <section className="panel pay-bank">
      <h2>{t('byBank')}</h2>
      <p className="secondary">{t('byBankHint')}</p>
      <LinkButton to={paths.bankTransfers}>{t('byBankGo')}</LinkButton>
    </section>
  );
}

/** `¥1,000`: suggested amounts are whole yuan. */
const short = (cents: number): string => amount(cents).replace(/\.00$/, '');
