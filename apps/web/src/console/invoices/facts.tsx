import type { ConsoleInvoiceDetail } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { words } from '../../ui/words/words.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-invoice-facts', text);

/** Values that operators enter on the tax platform have a copy button. */
export function InvoiceFacts({ invoice }: { invoice: ConsoleInvoiceDetail }) {
  const t = useWords();
  const { header, delivery, issued, redFlushed, accountId, accountName, applicationNo } = invoice;
  const copied = (name: 'title' | 'taxNumber' | 'bankName' | 'bankAccount' | 'address' | 'phone') =>
    header[name] && <Copyable text={header[name]} what={t(name)} kept={40} />;
  const numbered = (one: typeof issued) => one && [one.code, one.number, `· ${one.issuedOn}`].filter(Boolean).join(' ');
  const facts: readonly Fact[] = [
    [t('title'), copied('title')],
    [t('taxNumber'), copied('taxNumber')],
    [t('bankName'), copied('bankName')],
    [t('bankAccount'), copied('bankAccount')],
    [t('address'), copied('address')],
    [t('phone'), copied('phone')],
    delivery.by === 'email'
      ? [t('email'), delivery.email]
      : [t('paper'), `${delivery.recipient} ${delivery.phone} ${delivery.region} ${delivery.detail}`],
    [t('number'), numbered(issued)],
    [t('red'), numbered(redFlushed)],
    [
      t('account'),
      <Link key="account" to={paths.consoleAccount(accountId)}>
        {accountName}
      </Link>,
    ],
    [t('application'), <code key="application">{applicationNo}</code>],
  ];
  return <Facts facts={facts} />;
}
