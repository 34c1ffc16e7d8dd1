import type { DictionaryVersion } from '@proofkeep/contract';
import { Button } from 'antd';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { Differences } from './differences.tsx';
import type { Json } from './shapes.ts';

const useWords = words('console-dictionary-conflict', {
  title: ['{by} 已先保存了另一个版本', '{by} has saved another version meanwhile'],
  kept: ['您的修改还没有保存，仍保留在下方。', 'Your changes are not saved; they are still below.'],
  theirs: ['已保存的', 'Saved'],
  mine: ['您的', 'Yours'],
  keepMine: ['用我的覆盖', 'Save mine over it'],
  takeTheirs: ['采用已保存的版本', 'Take the saved one'],
});

interface Props {
  theirs: DictionaryVersion;
  mine: Json;
  isSending: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Both versions side by side, and the choice between them. */
export function Conflict({ theirs, mine, isSending, onKeepMine, onTakeTheirs }: Props) {
  const say = useWords();
  return (
    <section className="dictionary-conflict" role="alert">
      <h3>{say('title', { by: theirs.by ?? '' })}</h3>
      <p>
        {theirs.at && <Moment at={theirs.at} />} {say('kept')}
      </p>
      <Differences name={theirs.name} before={theirs.value} after={mine} heads={[say('theirs'), say('mine')]} />
      <div className="actions">
        <Button onClick={onTakeTheirs}>{say('takeTheirs')}</Button>
        <Button danger onClick={onKeepMine} loading={isSending}>
          {say('keepMine')}
        </Button>
      </div>
    </section>
  );
}
