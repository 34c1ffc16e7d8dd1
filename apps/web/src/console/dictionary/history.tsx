import { calls, type DictionaryVersion } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { ask } from '../../api/ask.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { Differences } from './differences.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-dictionary-history', text);

interface Props {
  /** Newest first. */
  versions: readonly DictionaryVersion[];
  onRestored: (restored: DictionaryVersion) => void;
}

export function History({ versions, onRestored }: Props) {
  const t = useWords();
  const [present] = versions;
  const restoring = useMutation({
    mutationFn: ({ name, version }: DictionaryVersion) =>
      ask(calls.dictionary.restoreDictionary, { name, version: present?.version ?? 0, restores: version }),
    onSuccess: (restored) => {
      toast.success(t('restored'));
      onRestored(restored);
    },
  });
  if (versions.length < 2) return null;
  return (
    <section className="console-dictionary-history">
      <h2>{t('title')}</h2>
      <ol>
        {versions.map((one, i) => (
          <li key={one.version}>
            <header>
              <strong>{one.version === 0 ? t('initial') : t('version', { version: one.version })}</strong>
              {i === 0 && <span className="chip">{t('present')}</span>}
              {one.at && (
                <span className="secondary">
                  {one.by} · <Moment at={one.at} />
                </span>
              )}
              {one.restores !== null && (
                <span className="secondary">
                  {one.restores === 0 ? t('restoresInitial') : t('restores', { version: one.restores })}
                </span>
              )}
              {i > 0 && (
                <Popconfirm
                  title={t('restoreWhat')}
                  okText={t('restore')}
                  cancelText={t('cancel')}
                  onConfirm={() => restoring.mutate(one)}
                >
                  <Button size="small" loading={restoring.isPending && restoring.variables?.version === one.version}>
                    {t('restore')}
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
  const t = useWords();
  if (!before) return null;
  return (
    <details>
      <summary>{t('changes')}</summary>
      <Differences name={one.name} before={before.value} after={one.value} heads={[t('before'), t('after')]} />
    </details>
  );
}
