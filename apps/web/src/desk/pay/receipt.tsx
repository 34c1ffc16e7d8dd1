import { InfoCircleFilled } from '@ant-design/icons';
import { type OrderDetail, payWayWords, receiptStateWords } from '@proofkeep/contract';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('pay-received', text);

/** Money that arrived but isn't the amount due: how much, and what happens to it. */
export function Receipt({ order }: { order: OrderDetail }) {
  const t = useWords();
  const language = useLanguage();
  const { received, reviewedCents, amountCents, state } = order;
  if (received.length === 0) return null;
  const isPending = state === 'pending';
  return (
    <section className="panel pay-received">
      <div role="status">
        <h2>
          <InfoCircleFilled aria-hidden /> {t(reviewedCents > 0 ? 'review' : 'decided')}
        </h2>
      </div>
      {reviewedCents > 0 && (
        <p>
          {t(isPending ? 'reviewPending' : 'reviewOther', {
            received: amount(reviewedCents),
            due: amount(amountCents),
          })}
        </p>
      )}
      <ul className="pay-refunds">
        {received.map(({ at, way, amountCents: cents, state: outcome }) => (
          <li key={`${at} ${cents}`}>
            <span className="numbers">{amount(cents)}</span> {wordIn(payWayWords[way], language)} ·{' '}
            {wordIn(receiptStateWords[outcome], language)}{' '}
            <span className="secondary">
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
