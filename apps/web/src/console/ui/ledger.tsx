import { type ConsoleOrderDetail, isPayWay, ledgerAccountWords, payWayWords } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { right, TableHead } from '../../ui/kit/table-head.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-order-ledger', text);

/** Returns the name of a ledger account, with its payment provider if it has one. */
export function useAccountWords() {
  const language = useLanguage();
  return (account: keyof typeof ledgerAccountWords, provider: string | null): string => {
    const name = wordIn(ledgerAccountWords[account], language);
    if (provider === null) return name;
    return `${name} · ${isPayWay(provider) ? wordIn(payWayWords[provider], language) : provider}`;
  };
}

/** Ledger transfers of an order; the entries of each sum to zero. */
export function Ledger({ transfers }: Pick<ConsoleOrderDetail, 'transfers'>) {
  const t = useWords();
  const nameOf = useAccountWords();
  return (
    <table className="console-table panel">
      <caption className="visually-hidden">{t('caption')}</caption>
      <TableHead columns={[t('at'), t('account'), right(t('amount')), right(t('balance'))]} />
      {transfers.map(({ key, kind, at, entries }) => (
        <tbody key={key}>
          {entries.map(({ account, provider, amountCents, balanceCents }, n) => (
            <tr key={`${account} ${provider}`}>
              <td>
                {n === 0 && (
                  <>
                    {t(kind)} <span className="secondary">· </span>
                    <Moment at={at} />
                  </>
                )}
              </td>
              <td>{nameOf(account, provider)}</td>
              <td className="right numbers" data-label={t('amount')}>
                {amount(amountCents)}
              </td>
              <td className="right numbers" data-label={balanceCents === null ? undefined : t('balance')}>
                {balanceCents !== null && amount(balanceCents)}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
