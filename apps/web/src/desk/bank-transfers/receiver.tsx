import type { ReceivingAccount } from '@proofkeep/contract';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bank-transfers-receiver', text);

/** The company's account, each value with a copy button for the bank's form. */
export function Receiver({ receiver, remarkCode }: { receiver: ReceivingAccount; remarkCode: string }) {
  const t = useWords();
  const rows = [
    [t('name'), receiver.name],
    [t('bank'), receiver.bank],
    [t('number'), receiver.number],
    [t('remark'), remarkCode],
  ] as const;
  return (
    <section className="panel bank-transfers-receiver">
      <h2>{t('title')}</h2>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label} data-important={value === remarkCode}>
            <dt>{label}</dt>
            <dd>
              <Copyable text={value} what={label} kept={60} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="secondary">{t('hint')}</p>
    </section>
  );
}
