import { CheckCircleOutlined, CloseCircleOutlined } from '@ant-design/icons';
import { words } from '../../../ui/words/words.ts';
import type { Progress } from './bulk.ts';

const useWords = words('bulk-outcomes', {
  progress: ['进度', 'Progress'],
  running: ['第 {at} 件，共 {count} 件', '{at} of {count}'],
  done: ['完成 {done} 件', '{done} done'],
  someNot: ['完成 {done} 件，未完成 {not} 件', '{done} done, {not} not'],
  ok: ['已完成', 'Done'],
});

/** How far it has come, and what became of each. */
export function BulkOutcomes({ isRunning, outcomes, count }: Progress & { count: number }) {
  const say = useWords();
  const done = outcomes.filter(({ why }) => why === null).length;
  const not = count - done;
  return (
    <>
      <p role="status" className="numbers">
        {isRunning
          ? say('running', { at: Math.min(outcomes.length + 1, count), count })
          : say(not > 0 ? 'someNot' : 'done', { done, not })}
      </p>
      {isRunning && (
        <progress className="bulk-progress" aria-label={say('progress')} max={count} value={outcomes.length} />
      )}
      <ul className="bulk-rows">
        {outcomes.map(({ row: { ano, name }, why }) => (
          <li key={ano} data-done={why === null}>
            {why === null ? <CheckCircleOutlined aria-hidden /> : <CloseCircleOutlined aria-hidden />}
            <span>
              {name} <code className="secondary">{ano}</code>
              <br />
              <span className="bulk-why">{why ?? say('ok')}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
