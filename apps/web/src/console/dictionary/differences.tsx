import type { DictionaryName, Word } from '@proofkeep/contract';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { type Json, leaves, shapes } from './shapes.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-dictionary-differences', text);

interface Props {
  name: DictionaryName;
  before: Json;
  after: Json;
  heads: readonly [string, string];
}

/** Lists the values that differ between two versions. */
export function Differences({ name, before, after, heads }: Props) {
  const t = useWords();
  const language = useLanguage();
  const [old, young] = [leaves(before), leaves(after)];
  const paths = [...new Set([...old.keys(), ...young.keys()])].filter((path) => old.get(path) !== young.get(path));
  if (paths.length === 0) return <p className="secondary">{t('none')}</p>;
  const shown = (text: string | undefined) => {
    if (!text) return <span className="secondary">{t('empty')}</span>;
    if (text.startsWith('data:')) return t('picture');
    return text === 'true' || text === 'false' ? t(text) : text;
  };
  const label = (path: string) =>
    path
      .split('.')
      .flatMap((part) => labelOf(name, part))
      .join(' · ');
  const labelOf = (of: DictionaryName, part: string): string[] => {
    const { fields, list } = shapes[of];
    const word: Word | undefined = fields.find((field) => field.name === part)?.label;
    if (word) return [wordIn(word, language)];
    if (list && /^\d+$/.test(part)) return [`${wordIn(list.one, language)} ${Number(part) + 1}`];
    return part === 'zh' || part === 'en' ? [t(part)] : [];
  };
  return (
    <table className="console-table console-dictionary-differences">
      <TableHead columns={[t('what'), heads[0], heads[1]]} />
      <tbody>
        {paths.map((path) => (
          <tr key={path}>
            <td>{label(path)}</td>
            <td data-label={heads[0]}>{shown(old.get(path))}</td>
            <td data-label={heads[1]}>{shown(young.get(path))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
