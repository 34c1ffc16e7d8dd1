import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import { words } from '../../../ui/words/words.ts';
import type { Progress } from './bulk.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bulk-outcomes', text);

/** Progress, and the outcome of each row. */
export function BulkOutcomes({ isRunning, outcomes, count }: Progress & { count: number }) {
  const t = useWords();
  const done = outcomes.filter(({ why }) => why === null).length;
  const not = count - done;
  return (
    <>
      <p role="status" className="numbers">
        {isRunning
          ? t('running', { at: Math.min(outcomes.length + 1, count), count })
          : t(not > 0 ? 'someNot' : 'done', { done, not })}
      </p>
      {isRunning && (
        <progress
          className="attestations-bulk-progress"
          aria-label={t('progress')}
          max={count}
          value={outcomes.length}
        />
      )}
      <ul className="attestations-bulk-rows">
        {outcomes.map(({ row: { ano, name }, why }) => (
          <li key={ano} data-done={why === null}>
            {why === null ? <CheckCircleOutlined aria-hidden /> : <CloseCircleOutlined aria-hidden />}
            <span>
              {name} <code className="secondary">{ano}</code>
              <br />
              <span className="attestations-bulk-why">{why ?? t('ok')}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
