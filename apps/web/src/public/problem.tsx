import type { TaskProblem } from '../ui/tasks/task.ts';
import { words } from '../ui/words/words.ts';
import { Notice } from './notice.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('public-problem', text);

export function Problem({ problem }: { problem: TaskProblem }) {
  const t = useWords();
  return (
    <Notice title={t(problem)}>
      <p>{t(`${problem}Help`)}</p>
    </Notice>
  );
}
