import './invoices.css';
import { calls, type InvoiceDetail, invoiceKindWords, invoiceStepWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useParams } from 'react-router';
import { isApiError } from '../../api/api-error.ts';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { InvoiceChip } from '../../ui/money/invoice-chip.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { DeliveryFacts, HeaderFacts, OrderRows } from './facts.tsx';
import { StateNotice } from './state-notice.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice', text);

/** `/invoice/{id}` */
export function Component() {
  const t = useWords();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(queryOf(calls.invoices.info, { id }));
  useTitle(t('page', { no: data?.issued?.number ?? data?.applicationNo ?? '' }));
  if (data) return <Detail invoice={data} />;
  if (isApiError(error, 'NOT_FOUND', 'INPUT_INVALID')) return <h1>{t('missing')}</h1>;
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return <Skeleton rows={8} />;
}

function Detail({ invoice }: { invoice: InvoiceDetail }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <article>
      <Link to={paths.invoices} className="invoices-back">
        {t('back')}
      </Link>
      <div className="page-heading">
        <div className="invoices-title">
          <h1 className="numbers">{amount(invoice.amountCents)}</h1>
          <InvoiceChip state={invoice.state} />
          <span className="secondary">{wordIn(invoiceKindWords[invoice.kind], language)}</span>
        </div>
        {invoice.pdf && (
          <Button type="primary" href={linkTo(calls.invoices.pdf, { id: invoice.id })}>
            {t(invoice.pdf === 'file' ? 'downloadFile' : 'downloadSheet')}
          </Button>
        )}
      </div>
      <StateNotice invoice={invoice} />
      <div className="invoices-body">
        <div className="invoices-column">
          <section className="panel" aria-labelledby="invoice-orders">
            <h2 id="invoice-orders">{t('orders')}</h2>
            <OrderRows orders={invoice.orders} />
          </section>
          <Steps invoice={invoice} />
        </div>
        <aside className="invoices-column">
          <Numbers invoice={invoice} />
          <section className="panel" aria-labelledby="invoice-header">
            <h2 id="invoice-header">{t('header')}</h2>
            <HeaderFacts header={invoice.header} />
          </section>
          <section className="panel" aria-labelledby="invoice-delivery">
            <h2 id="invoice-delivery">{t('delivery')}</h2>
            <DeliveryFacts delivery={invoice.delivery} />
          </section>
        </aside>
      </div>
    </article>
  );
}

function Numbers({ invoice: { applicationNo, issued, redFlushed } }: { invoice: InvoiceDetail }) {
  const t = useWords();
  return (
    <dl className="panel invoices-facts">
      {issued && (
        <>
          <Fact name={t('number')}>
            <Copyable text={issued.number} what={t('number')} />
          </Fact>
          {issued.code && (
            <Fact name={t('code')}>
              <span className="mono">{issued.code}</span>
            </Fact>
          )}
          <Fact name={t('issuedOn')}>
            <span className="numbers">{issued.issuedOn}</span>
          </Fact>
        </>
      )}
      {redFlushed && (
        <Fact name={t('redNumber')}>
          <span className="mono">
            {[redFlushed.code, redFlushed.number].filter(Boolean).join(' ')} · {redFlushed.issuedOn}
          </span>
        </Fact>
      )}
      <Fact name={t('application')}>
        <Copyable text={applicationNo} what={t('application')} />
      </Fact>
    </dl>
  );
}

/** Newest first. */
function Steps({ invoice: { steps } }: { invoice: InvoiceDetail }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <section className="panel" aria-labelledby="invoice-steps">
      <h2 id="invoice-steps">{t('steps')}</h2>
      <ol className="invoices-steps">
        {[...steps].reverse().map((step) => (
          <li key={`${step.event} ${step.at}`}>
            <strong>{wordIn(invoiceStepWords[step.event], language)}</strong>
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
