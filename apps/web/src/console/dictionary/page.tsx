import './dictionary.css';
import { calls, type DictionaryVersion, dictionary } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { NavLink, Outlet, useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { NoneChosen, Split } from '../ui/split.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-dictionary', text);

export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { name } = useParams();
  const found = useQuery(queryOf(calls.dictionary.consoleDictionary, {}));
  return (
    <Split
      isChosen={name !== undefined}
      queue={
        <>
          <div className="console-dictionary-head">
            {name === undefined ? <h1>{t('title')}</h1> : <h2>{t('title')}</h2>}
          </div>
          <QueryView query={found} rows={7}>
            {({ list }) => (
              <ul className="console-rows">
                {list.map((one) => (
                  <Row key={one.name} one={one} />
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      item={name === undefined ? <NoneChosen title={t('choose')} hint={t('hint')} /> : <Outlet />}
    />
  );
}

function Row({ one: { name, at, by } }: { one: DictionaryVersion }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <li>
      <NavLink to={paths.consoleDictionaryOf(name)}>
        <strong>{wordIn(dictionary[name].name, language)}</strong>
        <span className="secondary">
          {at === null ? (
            t('initial')
          ) : (
            <>
              {t('changed', { by: by ?? '' })} <Moment at={at} />
            </>
          )}
        </span>
      </NavLink>
    </li>
  );
}
