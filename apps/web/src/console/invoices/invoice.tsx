import {
  type ConsoleInvoiceDetail,
  calls,
  invoiceKindWords,
  invoiceStateTable,
  invoiceStepWords,
  orderTitle,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { linkTo } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { InvoiceChip } from '../../ui/money/invoice-chip.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { SelectedItem } from '../ui/selected-item.tsx';
import { InvoiceFacts } from './facts.tsx';
import { FileOf } from './file.tsx';
import { IssueOrReject } from './issue.tsx';
import { RedFlush } from './red-flush.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice', text);

export function Invoice({ id, back }: { id: string; back: string }) {
  const found = useQuery(queryOf(calls.invoices.consoleInvoice, { id }));
  const onChanged = () => refresh('consoleInvoices');
  return (
    <SelectedItem back={back} found={found}>
      {(data) => (
        <>
          <Whole invoice={data} onChanged={onChanged} />
          <Decisions invoice={data} onChanged={onChanged} />
        </>
      )}
    </SelectedItem>
  );
}

interface WholeProps {
  invoice: ConsoleInvoiceDetail;
  onChanged: () => Promise<void>;
}

function Whole({ invoice, onChanged }: WholeProps) {
  const t = useWords();
  const language = useLanguage();
  const isIssued = invoice.state === 'issued';
  return (
    <>
      <div className="page-heading">
        <h1 className="numbers">{amount(invoice.amountCents)}</h1>
        <span className="chips">
          <span className="chip">{wordIn(invoiceKindWords[invoice.kind], language)}</span>
          <InvoiceChip state={invoice.state} />
        </span>
      </div>
      {invoice.overCents > 0 && (
        <Alert
          className="console-invoices-alert"
          type="warning"
          showIcon
          title={t(isIssued ? 'overIssued' : 'over', { amount: amount(invoice.overCents) })}
        />
      )}
      <div className="console-columns console-invoices-item">
        <section>
          <h2>{t('facts')}</h2>
          <InvoiceFacts invoice={invoice} />
          {invoice.pdf === 'sheet' && (
            <p>
              <a href={linkTo(calls.invoices.consolePdf, { id: invoice.id })}>{t('sheet')}</a>
            </p>
          )}
          {isIssued && (
            <>
              <h2>{t('file')}</h2>
              <FileOf invoice={invoice} onChanged={onChanged} />
            </>
          )}
        </section>
        <section>
          <h2>{t('orders')}</h2>
          <Orders invoice={invoice} />
          <h2>{t('steps')}</h2>
          <Steps invoice={invoice} />
        </section>
      </div>
    </>
  );
}

function Decisions({ invoice, onChanged }: WholeProps) {
  const allowed = invoiceStateTable.allowed(invoice.state, 'operator');
  return (
    <>
      {allowed.includes('issue') && <IssueOrReject key={invoice.attempt} invoice={invoice} onChanged={onChanged} />}
      {allowed.includes('red-flush') && <RedFlush invoice={invoice} onChanged={onChanged} />}
    </>
  );
}

function Orders({ invoice: { orders } }: { invoice: ConsoleInvoiceDetail }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <ul className="console-invoices-list">
      {orders.map(({ orderNo, amountCents, leftCents, paidAt, ...order }) => (
        <li key={orderNo}>
          <span className="console-line">
            <Link to={paths.consoleOrder(orderNo)}>{orderTitle(order, language)}</Link>
            <span className="numbers">{amount(amountCents)}</span>
          </span>
          <span className="console-line secondary">
            <span>
              <code>{orderNo}</code> · <Moment at={paidAt} />
            </span>
            {leftCents < amountCents && (
              <span className="console-danger">{t('left', { amount: amount(leftCents) })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Steps({ invoice: { steps } }: { invoice: ConsoleInvoiceDetail }) {
  const language = useLanguage();
  return (
    <ol className="console-invoices-list">
      {[...steps].reverse().map(({ event, at, reason }) => (
        <li key={`${event} ${at}`}>
          <span className="console-line">
            <strong>{wordIn(invoiceStepWords[event], language)}</strong>
            <span className="secondary">
              <Moment at={at} />
            </span>
          </span>
          {reason && <p>{reason}</p>}
        </li>
      ))}
    </ol>
  );
}
