import './messages.css';
import { messageKindWords } from '@proofkeep/contract';
import { useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { useSideScroll } from '../../ui/kit/side-scroll.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Announcements } from './announcements.tsx';
import { MessageList } from './message-list.tsx';
import { useUnread } from './queries.ts';
import { addressOf, type View, views, type Wanted, wantedFrom } from './views.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('messages', text);

export function Component() {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const wanted = wantedFrom(query);
  const want = (change: Partial<Wanted>) => setQuery(addressOf({ ...wanted, page: 1, ...change }));
  return (
    <>
      <PageHeading title={t('title')} />
      <Views shown={wanted.view} />
      {wanted.view === 'announcements' ? (
        <Announcements page={wanted.page} />
      ) : (
        <MessageList key={wanted.view} wanted={wanted} want={want} />
      )}
    </>
  );
}

function Views({ shown }: { shown: View }) {
  const t = useWords();
  const language = useLanguage();
  const unread = useUnread();
  const row = useRef<HTMLElement>(null);
  useSideScroll(row);
  const countOf = (view: View): number => {
    if (!unread || view === 'announcements') return 0;
    return view === 'all' ? unread.total : unread.byKind[view];
  };
  const nameOf = (view: View): string =>
    view === 'all' || view === 'announcements' ? t(view) : wordIn(messageKindWords[view], language);
  return (
    <nav ref={row} className="messages-views side-scroll" aria-label={t('views')}>
      {views.map((view) => (
        <Link
          key={view}
          to={{ search: addressOf({ view, isUnread: false, page: 1 }).toString() }}
          aria-current={view === shown ? 'page' : undefined}
        >
          {nameOf(view)}
          {countOf(view) > 0 && (
            <span className="messages-count">
              <span aria-hidden>{countOf(view)}</span>
              <span className="visually-hidden">{t('unread', { count: countOf(view) })}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
