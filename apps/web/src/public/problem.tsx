import { words } from '../ui/words/words.ts';
import { Notice } from './notice.tsx';
import type { TaskProblem } from './task.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('public-problem', text);

export function Problem({ problem }: { problem: TaskProblem }) {
  const say = useWords();
  return (
    <Notice title={say(problem)}>
      <p>{say(`${problem}Help`)}</p>
    </Notice>
  );
}
