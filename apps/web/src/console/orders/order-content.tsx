import type { ConsoleOrderDetail } from '@proofkeep/contract';
import { StateChip } from '../../ui/attestation/state-chip.tsx';
import { Cost } from '../../ui/money/cost.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-order-ordered', text);

/** Content of the order with state and cost, for deciding about a refund. */
export function OrderContent({ order: { orderNo, ordered } }: { order: ConsoleOrderDetail }) {
  const t = useWords();
  return (
    <section className="console-orders-part">
      <h2>{t('title')}</h2>
      <ul className="console-orders-timeline">
        {ordered.map(({ ano, state, cost }) => (
          <li key={ano}>
            <code>{ano}</code>
            <StateChip state={state} isComplete={null} warning={null} />
            <span className="numbers">
              {/* No package covers what an order pays for, so the unit isn't shown. */}
              <Cost kind="page" cost={cost} orderNo={orderNo} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
