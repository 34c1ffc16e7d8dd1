import { type ConsoleOrderDetail, serviceWords } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount, decimal } from '../../ui/words/formatters.ts';
import { quantityOf } from '../../ui/words/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';

const useWords = words('console-order-package', {
  title: ['套餐用量', 'Use of the package'],
  used: ['已用 {used} / {quota}', '{used} of {quota} used'],
  nobody: ['尚未使用', 'Nobody has used it yet'],
  by: ['{who}：{service} {quantity}', '{who}: {service}, {quantity}'],
  expires: ['有效期至', 'Good until'],
  unused: ['未用部分价值 {amount}', 'What is unused is worth {amount}'],
});

/** What an order bought, what of it was used and by whom: whoever gives back has to know. */
export function Package({ bought }: { bought: NonNullable<ConsoleOrderDetail['package']> }) {
  const say = useWords();
  const language = useLanguage();
  const { quotas, uses, expiresAt, unusedCents } = bought;
  return (
    <section className="money-part">
      <h2>{say('title')}</h2>
      <ul className="money-timeline">
        {quotas.map(({ service, quota, used }) => (
          <li key={service}>
            <span>{wordIn(serviceWords[service].name, language)}</span>
            <span className="secondary numbers">
              {say('used', { used: decimal(used, 0), quota: quantityOf(service, quota, language) })}
            </span>
          </li>
        ))}
        {uses.map(({ userId, name, service, units }) => (
          <li key={`${userId} ${service}`} className="secondary">
            {say('by', {
              who: name,
              service: wordIn(serviceWords[service].name, language),
              quantity: quantityOf(service, units, language),
            })}
          </li>
        ))}
      </ul>
      <p className="secondary">
        {uses.length === 0 && `${say('nobody')} · `}
        {say('unused', { amount: amount(unusedCents) })} · {say('expires')} <Moment at={expiresAt} />
      </p>
    </section>
  );
}
