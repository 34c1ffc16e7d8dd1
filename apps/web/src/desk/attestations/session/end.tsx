import '../detail/detail.css';
import { type AttestationDetail, calls } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { ConfirmButton, confirmTexts } from '../../../ui/forms/confirm-button.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import { Notes } from '../detail/notes.tsx';
import { Replay } from '../detail/replay.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-end', text);

/** What a user can do with a session that has ended: replay what it loaded, describe it, remove it from the list. */
export function End({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
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
          <Remove ano={detail.ano} />
        </>
      )}
    </section>
  );
}

function Remove({ ano }: { ano: string }) {
  const t = useWords();
  const navigate = useNavigate();
  const removing = useMutation({
    mutationFn: () => ask(calls.liveSessions.deleteSession, { ano }),
    onError: (error) => toast.error(toApiError(error).message),
    onSuccess: () => {
      void refresh('attestations');
      toast.success(t('removed'));
      return navigate(paths.attestations);
    },
  });
  return (
    <ConfirmButton
      {...confirmTexts(t, 'remove')}
      kind="danger"
      isPending={removing.isPending}
      onConfirm={() => removing.mutate()}
    />
  );
}
