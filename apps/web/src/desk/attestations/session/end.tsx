import '../detail/detail.css';
import { type AttestationDetail, calls, type VisitedPage } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { words } from '../../../ui/words/words.ts';
import { Notes } from '../detail/notes.tsx';
import { Replay } from '../detail/replay.tsx';
import { clock } from './clock.ts';
import { RemoveSession } from './remove-session.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-end', text);

/** Actions on a session that has ended: replay its pages, describe it, remove it from the list. */
export function End({ detail, pages }: { detail: AttestationDetail; pages: readonly VisitedPage[] }) {
  const t = useWords();
  const navigate = useNavigate();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const [isReplaying, replay] = useState(false);
  const mayAct = me?.permissions.includes('preserve') ?? false;
  return (
    <section className="attestations-session-end">
      {detail.isReplayable && !isReplaying && <Button onClick={() => replay(true)}>{t('replay')}</Button>}
      {isReplaying && <Pages detail={detail} pages={pages} />}
      {mayAct && (
        <>
          <Notes detail={detail} />
          <RemoveSession ano={detail.ano} onRemoved={() => void navigate(paths.liveSessions)} />
        </>
      )}
    </section>
  );
}

/** Replays one of the visited pages; the last one at first. */
function Pages({ detail, pages }: { detail: AttestationDetail; pages: readonly VisitedPage[] }) {
  const t = useWords();
  const [index, choose] = useState(pages.length - 1);
  const chosen = pages[index];
  return (
    <>
      {pages.length > 1 && (
        <label className="attestations-session-end-pages">
          {t('page')}
          <Select
            aria-label={t('page')}
            value={index}
            onChange={choose}
            options={pages.map(({ atMs, title, url }, value) => ({
              value,
              label: `${clock(atMs)} · ${title ? `${title} · ${url}` : url}`,
            }))}
          />
        </label>
      )}
      <Replay
        key={index}
        ano={detail.ano}
        name={chosen ? chosen.title || chosen.url : detail.name || detail.url}
        {...(chosen && { page: index })}
      />
    </>
  );
}
