import type { DictionaryVersion } from '@proofkeep/contract';
import { Button } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { Differences } from './differences.tsx';
import type { Json } from './shapes.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-dictionary-conflict', text);

interface Props {
  theirs: DictionaryVersion;
  mine: Json;
  isSending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows both versions side by side and asks which one to keep. */
export function Conflict({ theirs, mine, isSending, onKeepMine, onTakeTheirs }: Props) {
  const t = useWords();
  return (
    <section className="console-dictionary-conflict" role="alert">
      <h2>{t('title', { by: theirs.by ?? '' })}</h2>
      <p>
        {theirs.at && <Moment at={theirs.at} />} {t('kept')}
      </p>
      <Differences name={theirs.name} before={theirs.value} after={mine} heads={[t('theirs'), t('mine')]} />
      <div className="actions">
        <Button onClick={onTakeTheirs}>{t('takeTheirs')}</Button>
        <Button danger onClick={onKeepMine} loading={isSending}>
          {t('keepMine')}
        </Button>
      </div>
    </section>
  );
}
