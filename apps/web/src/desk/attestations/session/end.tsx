import '../detail/detail.css';
import { type AttestationDetail, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { words } from '../../../ui/words/words.ts';
import { Notes } from '../detail/notes.tsx';
import { Replay } from '../detail/replay.tsx';
import { RemoveSession } from './remove-session.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-end', text);

/** Actions on a session that has ended: replay its pages, describe it, remove it from the list. */
export function End({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const navigate = useNavigate();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const [isReplaying, replay] = useState(false);
  const mayAct = me?.permissions.includes('preserve') ?? false;
  return (
    <section className="attestations-session-end">
      {detail.isReplayable && !isReplaying && <Button onClick={() => replay(true)}>{t('replay')}</Button>}
      {isReplaying && <Replay ano={detail.ano} name={detail.name || detail.url} />}
      {mayAct && (
        <>
          <Notes detail={detail} />
          <RemoveSession ano={detail.ano} onRemoved={() => void navigate(paths.liveSessions)} />
        </>
      )}
    </section>
  );
}
