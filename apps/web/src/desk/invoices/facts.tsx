import { type Delivery, type InvoiceDetail, type InvoiceHeader, orderTitle } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('invoice-facts', text);

export function HeaderFacts({ header }: { header: InvoiceHeader }) {
  const t = useWords();
  const names = ['title', 'taxNumber', 'bankName', 'bankAccount', 'address', 'phone'] as const;
  return (
    <dl className="invoices-facts">
      {names
        .filter((name) => header[name] !== null)
        .map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{header[name]}</dd>
          </div>
        ))}
    </dl>
  );
}

export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const t = useWords();
  return (
    <dl className="invoices-facts">
      {delivery.by === 'email' ? (
        <Fact name={t('email')}>{delivery.email}</Fact>
      ) : (
        <Fact name={t('recipient')}>
          {delivery.recipient} <span className="numbers">{delivery.phone}</span>
          <br />
          {delivery.region} {delivery.detail}
        </Fact>
      )}
    </dl>
  );
}

/** Marks orders whose invoiceable amount is now lower than the amount applied for. */
export function OrderRows({ orders }: { orders: InvoiceDetail['orders'] }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <ul className="invoices-orders">
      {orders.map((order) => (
        <li key={order.orderNo}>
          <span className="invoices-order">
            <Link to={paths.pay(order.orderNo)}>{orderTitle(order, language)}</Link>
            <span className="secondary">
              <code>{order.orderNo}</code> · {t('paid')} <Moment at={order.paidAt} />
            </span>
          </span>
          <span className="right numbers">
            {amount(order.amountCents)}
            {order.leftCents < order.amountCents && (
              <span className="invoices-why">{t('changed', { amount: amount(order.leftCents) })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
