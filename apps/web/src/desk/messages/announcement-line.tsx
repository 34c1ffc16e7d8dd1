import './announcement-line.css';
import { CloseOutlined, NotificationOutlined } from '@ant-design/icons';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('announcement-line', text);

const yearSeconds = 31_536_000;
const name = 'bq-announced';

/**
 * Announcements published up to this Unix time in ms are closed. Stored in a cookie: the end of a session clears web
 * storage, and a closed announcement must not reappear in the next one.
 */
const closedUntil = (): number => Number(new RegExp(`(?:^|; )${name}=(\\d+)`).exec(document.cookie)?.[1] ?? 0);

/** Newest announcement in one line. Once closed, only a later one shows. */
export function AnnouncementLine() {
  const t = useWords();
  const language = useLanguage();
  const [closed, setClosed] = useState(closedUntil);
  const { data } = useQuery(queryOf(calls.announcements.list, { size: 1 }));
  const [newest] = data?.list ?? [];
  if (!newest || Date.parse(newest.publishedAt) <= closed) return null;
  const close = () => {
    const until = Date.parse(newest.publishedAt);
    document.cookie = `${name}=${until}; path=/; max-age=${yearSeconds}; samesite=lax`;
    setClosed(until);
  };
  return (
    <section className="messages-announcement-line panel" aria-label={t('label')}>
      <NotificationOutlined aria-hidden />
      <Link to={`${paths.messages}?view=announcements`}>{newest.title[language]}</Link>
      <Button
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('close')}
        title={t('close')}
        onClick={close}
      />
    </section>
  );
}
