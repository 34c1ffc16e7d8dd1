import { type Delivery, InvoiceDetail, InvoiceHeader, orderTitle } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, words } from '../../ui/words/words.ts';

const useWords = words('invoice-facts', {
  title: ['名称', 'Name'],
  taxNumber: ['纳税人识别号', 'Tax number'],
  bankName: ['开户行', 'Bank'],
  bankAccount: ['银行账号', 'Account'],
  address: ['注册地址', 'Registered address'],
  phone: ['注册电话', 'Registered phone'],
  email: ['发送到邮箱', 'By e-mail to'],
  recipient: ['邮寄给', 'By post to'],
  paid: ['支付于', 'Paid'],
  changed: ['现可开票 {amount}', '{amount} to invoice now'],
});

export function HeaderFacts({ header }: { header: InvoiceHeader }) {
  const say = useWords();
  const names = ['title', 'taxNumber', 'bankName', 'bankAccount', 'address', 'phone'] as const;
  return (
    <dl className="invoices-facts">
      {names
        .filter((name) => header[name] !== null)
        .map((name) => (
          <div key={name}>
            <dt>{say(name)}</dt>
            <dd>{header[name]}</dd>
          </div>
        ))}
    </dl>
  );
}

export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const say = useWords();
  return (
    <dl className="invoices-facts">
      {delivery.by === 'email' ? (
        <div>
          <dt>{say('email')}</dt>
          <dd>{delivery.email}</dd>
        </div>
      ) : (
        <div>
          <dt>{say('recipient')}</dt>
          <dd>
            {delivery.recipient} <span className="numbers">{delivery.phone}</span>
            <br />
            {delivery.region} {delivery.detail}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Where less is left of an order than it stands in the invoice with, it says so. */
export function OrderRows({ orders }: { orders: InvoiceDetail['orders'] }) {
  const say = useWords();
  const language = useLanguage();
  return (
    <ul className="invoices-orders">
      {orders.map((order) => (
        <li key={order.orderNo}>
          <span className="invoices-order">
            <Link to={paths.pay(order.orderNo)}>{orderTitle(order, language)}</Link>
            <span className="secondary">
              <code>{order.orderNo}</code> · {say('paid')} <Moment at={order.paidAt} />
            </span>
          </span>
          <span className="right numbers">
            {amount(order.amountCents)}
            {order.leftCents < order.amountCents && (
              <span className="invoices-why">{say('changed', { amount: amount(order.leftCents) })}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
