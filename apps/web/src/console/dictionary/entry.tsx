import { calls, type DictionaryName, type DictionaryVersion, dictionary, dictionaryNames } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { queries, queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { BackLink } from '../ui/selected-item.tsx';
import { Editor } from './editor.tsx';
import { History } from './history.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-dictionary-entry', text);

/** One dictionary: an editor for the current version, and the earlier versions. */
export function Component() {
  const t = useWords();
  const { name } = useParams();
  const known = dictionaryNames.find((one) => one === name);
  return (
    <>
      <BackLink to={paths.consoleDictionary} />
      {known ? <Entry key={known} name={known} /> : <h1>{t('unknown')}</h1>}
    </>
  );
}

function Entry({ name }: { name: DictionaryName }) {
  const language = useLanguage();
  const history = queryOf(calls.dictionary.dictionaryHistory, { name });
  // No refetch while editing; a conflicting newer version is reported on save.
  const { data, error, refetch } = useQuery({ ...history, refetchOnWindowFocus: false, staleTime: 0 });
  const [present] = data?.list ?? [];
  const onSaved = (saved: DictionaryVersion) => {
    queries.setQueryData(history.queryKey, (old) => ({ list: [saved, ...(old?.list ?? [])] }));
    void refresh('dictionary');
  };
  return (
    <>
      <header className="console-dictionary-title">
        <h1>{wordIn(dictionary[name].name, language)}</h1>
        <p className="secondary">{wordIn(dictionary[name].seen, language)}</p>
      </header>
      {!present && !error && <Skeleton rows={8} />}
      {!present && error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data && present && (
        <>
          <Editor key={present.version} present={present} onSaved={onSaved} />
          <History versions={data.list} onRestored={onSaved} />
        </>
      )}
    </>
  );
}
