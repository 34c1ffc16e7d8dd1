import { calls, type DictionaryVersion } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { ask } from '../../api/ask.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { Differences } from './differences.tsx';

const useWords = words('console-dictionary-history', {
  title: ['历史版本', 'Versions'],
  version: ['第 {version} 版', 'Version {version}'],
  initial: ['初始值', 'As it came'],
  present: ['当前', 'Present'],
  restores: ['恢复自第 {version} 版', 'brings back version {version}'],
  restoresInitial: ['恢复自初始值', 'brings back what it came with'],
  changes: ['改动', 'What changed'],
  before: ['之前', 'Before'],
  after: ['之后', 'After'],
  restore: ['恢复到此版本', 'Bring this back'],
  restoreWhat: ['用这一版本的内容作为新版本？', 'Make a new version of what it was then?'],
  cancel: ['取消', 'Cancel'],
  restored: ['已恢复', 'Brought back'],
});

interface Props {
  /** The latest first. */
  versions: readonly DictionaryVersion[];
  onRestored: (restored: DictionaryVersion) => void;
}

export function History({ versions, onRestored }: Props) {
  const say = useWords();
  const [present] = versions;
  const restoring = useMutation({
    mutationFn: ({ name, version }: DictionaryVersion) =>
      ask(calls.dictionary.restoreDictionary, { name, version: present?.version ?? 0, restores: version }),
    onSuccess: (restored) => {
      toast.success(say('restored'));
      onRestored(restored);
    },
  });
  if (versions.length < 2) return null;
  return (
    <section className="dictionary-history">
      <h3>{say('title')}</h3>
      <ol>
        {versions.map((one, i) => (
          <li key={one.version}>
            <header>
              <strong>{one.version === 0 ? say('initial') : say('version', { version: one.version })}</strong>
              {i === 0 && <span className="chip">{say('present')}</span>}
              {one.at && (
                <span className="secondary">
                  {one.by} · <Moment at={one.at} />
                </span>
              )}
              {one.restores !== null && (
                <span className="secondary">
                  {one.restores === 0 ? say('restoresInitial') : say('restores', { version: one.restores })}
                </span>
              )}
              {i > 0 && (
                <Popconfirm
                  title={say('restoreWhat')}
                  okText={say('restore')}
                  cancelText={say('cancel')}
                  onConfirm={() => restoring.mutate(one)}
                >
                  <Button size="small" loading={restoring.isPending && restoring.variables?.version === one.version}>
                    {say('restore')}
                  </Button>
                </Popconfirm>
              )}
            </header>
            <Changes one={one} before={versions[i + 1]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Changes({ one, before }: { one: DictionaryVersion; before: DictionaryVersion | undefined }) {
  const say = useWords();
  if (!before) return null;
  return (
    <details>
      <summary>{say('changes')}</summary>
      <Differences name={one.name} before={before.value} after={one.value} heads={[say('before'), say('after')]} />
    </details>
  );
}
