import './invoices.css';
import { calls, type InvoiceDetail, invoiceEventWords, invoiceKindWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { isRefused } from '../../api/refused.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { amount } from '../../ui/formatters.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { paths } from '../../ui/paths.ts';
import { RefusedPanel } from '../../ui/refused-panel.tsx';
import { useTitle } from '../../ui/title.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words.ts';
import { DeliveryFacts, HeaderFacts, OrderRows } from './facts.tsx';
import { InvoiceChip } from './invoice-chip.tsx';
import { ReapplyForm } from './reapply-form.tsx';

const useWords = words('invoice', {
  page: ['发票 {no}', 'Invoice {no}'],
  missing: ['没有这张发票，或它属于其他账号', 'There is no such invoice, or it is another account’s'],
  back: ['全部发票', 'All invoices'],
  application: ['申请编号', 'Application'],
  number: ['发票号码', 'Invoice number'],
  code: ['发票代码', 'Invoice code'],
  issuedOn: ['开票日期', 'Issued on'],
  redNumber: ['红字发票号码', 'Red invoice'],
  downloadFile: ['下载发票（PDF）', 'Download the invoice (PDF)'],
  downloadSheet: ['下载发票信息单（PDF）', 'Download the invoice sheet (PDF)'],
  sheet: [
    '运营方还没有上传发票文件。信息单列明发票号码和所含订单，但不是发票本身。',
    'The file of the invoice was not attached. The sheet gives its number and orders, and is not the invoice itself.',
  ],
  waits: ['运营方正在处理。开具后会通知您。', 'The operator works on it. You are told when it is issued.'],
  rejected: ['申请被驳回：{reason}', 'The application was rejected: {reason}'],
  rejectedHint: [
    '其中的订单可以更正后重新申请，也可以另行申请。',
    'Correct it and apply again, or put its orders into another invoice.',
  ],
  nothingLeft: [
    '其中的订单已退款，或已在其他发票中，不能重新申请。',
    'Its orders were refunded or are in other invoices: there is nothing to apply for again.',
  ],
  reapply: ['更正并重新申请', 'Correct and apply again'],
  flushed: ['发票已红冲：{reason}', 'The invoice was red-flushed: {reason}'],
  flushedHint: [
    '请勿再用于报销或抵扣。未退款的订单可以重新开票。',
    'It is void now. What was not refunded can be invoiced anew.',
  ],
  toOrders: ['查看可开票订单', 'See orders to invoice'],
  orders: ['所含订单', 'Orders in it'],
  header: ['抬头', 'Made out to'],
  delivery: ['交付', 'Delivery'],
  steps: ['经过', 'What happened'],
});

/** `/invoice/{id}` */
export function Component() {
  const say = useWords();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(queryOf(calls.invoices.info, { id }));
  useTitle(say('page', { no: data?.issued?.number ?? data?.applicationNo ?? '' }));
  if (data) return <Detail invoice={data} />;
  if (isRefused(error, 'NOT_FOUND', 'INPUT_INVALID')) return <h1>{say('missing')}</h1>;
  if (error) return <RefusedPanel error={error} onRetry={() => void refetch()} />;
  return <Waiting rows={8} />;
}

function Detail({ invoice }: { invoice: InvoiceDetail }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <article>
      <Link to={paths.invoices} className="invoices-back">
        {say('back')}
      </Link>
      <div className="page-heading">
        <div className="invoices-title">
          <h1 className="numbers">{amount(invoice.amountCents)}</h1>
          <InvoiceChip state={invoice.state} />
          <span className="secondary">{wordIn(invoiceKindWords[invoice.kind], language)}</span>
        </div>
        {invoice.pdf && (
          <Button type="primary" href={linkTo(calls.invoices.pdf, { id: invoice.id })}>
            {say(invoice.pdf === 'file' ? 'downloadFile' : 'downloadSheet')}
          </Button>
        )}
      </div>
      <Standing invoice={invoice} />
      <div className="invoices-body">
        <div className="invoices-column">
          <section className="panel" aria-labelledby="invoice-orders">
            <h2 id="invoice-orders">{say('orders')}</h2>
            <OrderRows orders={invoice.orders} />
          </section>
          <Steps invoice={invoice} />
        </div>
        <aside className="invoices-column">
          <Numbers invoice={invoice} />
          <section className="panel" aria-labelledby="invoice-header">
            <h2 id="invoice-header">{say('header')}</h2>
            <HeaderFacts header={invoice.header} />
          </section>
          <section className="panel" aria-labelledby="invoice-delivery">
            <h2 id="invoice-delivery">{say('delivery')}</h2>
            <DeliveryFacts delivery={invoice.delivery} />
          </section>
        </aside>
      </div>
    </article>
  );
}

/** What is to be done, or waited for, above everything else. */
function Standing({ invoice }: { invoice: InvoiceDetail }) {
  const say = useWords();
  const [isCorrecting, setCorrecting] = useState(false);
  const { state, reason, pdf, orders } = invoice;
  const isLeft = orders.some(({ leftCents }) => leftCents > 0);
  if (state === 'issued')
    return pdf === 'sheet' ? <Alert className="invoices-alert" type="info" showIcon title={say('sheet')} /> : null;
  if (state === 'red-flushed')
    return (
      <Alert
        className="invoices-alert"
        type="warning"
        showIcon
        title={say('flushed', { reason: reason ?? '' })}
        description={
          <div className="invoices-next">
            {say('flushedHint')}
            <LinkButton to={`${paths.invoices}?tab=orders`}>{say('toOrders')}</LinkButton>
          </div>
        }
      />
    );
  if (state !== 'rejected') return <Alert className="invoices-alert" type="info" showIcon title={say('waits')} />;
  return (
    <>
      <Alert
        className="invoices-alert"
        type="error"
        showIcon
        title={say('rejected', { reason: reason ?? '' })}
        description={
          <div className="invoices-next">
            {say(isLeft ? 'rejectedHint' : 'nothingLeft')}
            {isLeft && (
              <Button type="primary" onClick={() => setCorrecting(true)}>
                {say('reapply')}
              </Button>
            )}
          </div>
        }
      />
      {isCorrecting && <ReapplyForm invoice={invoice} onClose={() => setCorrecting(false)} />}
    </>
  );
}

function Numbers({ invoice: { applicationNo, issued, redFlushed } }: { invoice: InvoiceDetail }) {
  const say = useWords();
  return (
    <dl className="panel invoices-facts">
      {issued && (
        <>
          <div>
            <dt>{say('number')}</dt>
            <dd>
              <Copyable text={issued.number} what={say('number')} />
            </dd>
          </div>
          {issued.code && (
            <div>
              <dt>{say('code')}</dt>
              <dd className="mono">{issued.code}</dd>
            </div>
          )}
          <div>
            <dt>{say('issuedOn')}</dt>
            <dd className="numbers">{issued.issuedOn}</dd>
          </div>
        </>
      )}
      {redFlushed && (
        <div>
          <dt>{say('redNumber')}</dt>
          <dd className="mono">
            {[redFlushed.code, redFlushed.number].filter(Boolean).join(' ')} · {redFlushed.issuedOn}
          </dd>
        </div>
      )}
      <div>
        <dt>{say('application')}</dt>
        <dd>
          <Copyable text={applicationNo} what={say('application')} />
        </dd>
      </div>
    </dl>
  );
}

/** The newest first. */
function Steps({ invoice: { steps } }: { invoice: InvoiceDetail }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <section className="panel" aria-labelledby="invoice-steps">
      <h2 id="invoice-steps">{say('steps')}</h2>
      <ol className="invoices-steps">
        {[...steps].reverse().map((step) => (
          <li key={`${step.event} ${step.at}`}>
            <strong>{wordIn(invoiceEventWords[step.event], language)}</strong>
            <span className="numbers">{amount(step.amountCents)}</span>
            <span className="secondary">
              <Moment at={step.at} />
            </span>
            {step.reason && <p>{step.reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
