import { type ConsoleOrderDetail, payWayWords } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { Moment } from '../../ui/kit/moment.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-order-timeline', text);

interface Happening {
  at: string;
  what: string;
  more?: ReactNode;
  isWrong?: boolean;
}

/** Chronological history of an order: states, payments, reports from providers, refunds. */
export function Timeline({ order }: { order: ConsoleOrderDetail }) {
  const happenings = useHappenings(order);
  return (
    <ol className="console-orders-timeline">
      {happenings.map((one) => (
        <li key={`${one.at} ${one.what}`} data-tone={one.isWrong ? 'danger' : undefined}>
          <span>{one.what}</span>
          {one.more && <span className="secondary">{one.more}</span>}
          <span className="secondary">
            <Moment at={one.at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function useHappenings(order: ConsoleOrderDetail): Happening[] {
  const t = useWords();
  const language = useLanguage();
  const wayOf = (provider: keyof typeof payWayWords) => wordIn(payWayWords[provider], language);
  const happenings: Happening[] = [{ at: order.createdAt, what: t('placed', { who: order.placedBy }) }];
  for (const { provider, state, createdAt, paidAt } of order.payments) {
    const way = wayOf(provider);
    if (provider !== 'balance') happenings.push({ at: createdAt, what: t('begun', { way }) });
    if (paidAt && (state === 'paid' || state === 'stray'))
      happenings.push({ at: paidAt, what: t(state, { way }), isWrong: state === 'stray' });
  }
  if (order.closedAt) happenings.push({ at: order.closedAt, what: t('closed') });
  for (const { provider, outcome, reported, at } of order.notifications)
    happenings.push({
      at,
      what: t(outcome === 'stray' ? 'reported-stray' : outcome, { way: wayOf(provider) }),
      more: outcome === 'mismatch' && reported.cents !== null && t('reported', { amount: amount(reported.cents) }),
      isWrong: outcome === 'mismatch',
    });
  for (const { why, by, amountCents, reason, state, askedAt, endedAt } of order.refunds) {
    const values = { who: by ?? t('provider'), amount: amount(amountCents) };
    happenings.push({ at: askedAt, what: t(why, values), more: why === 'asked' ? reason : undefined });
    if (endedAt && state !== 'asked')
      happenings.push({ at: endedAt, what: t(state, values), isWrong: state === 'failed' });
  }
  return happenings.toSorted((a, b) => a.at.localeCompare(b.at));
}
