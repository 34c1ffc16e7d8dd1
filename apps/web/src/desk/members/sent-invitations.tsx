import {
  calls,
  type InvitationState,
  invitationStateTable,
  invitationStateWords,
  type SentInvitation,
} from '@proofkeep/contract';
import { Button, Popconfirm } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { useRows } from '../../api/rows.ts';
import { pageOf } from '../../ui/address/address.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { StateMark } from './state-mark.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('member-sent', text);

const mayWithdraw = (state: InvitationState) => invitationStateTable.allowed(state, 'inviter').includes('withdraw');

const toneOf = (state: InvitationState) => (state === 'joined' ? 'success' : mayWithdraw(state) ? 'busy' : 'quiet');

export function SentInvitations({ onInvite }: { onInvite: () => void }) {
  const t = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const { data, error, refetch } = useRows(queryOf(calls.members.invitedList, { page }));
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  if (data.total === 0)
    return (
      <EmptyState title={t('none')} hint={t('noneHint')}>
        <Button type="primary" onClick={onInvite}>
          {t('invite')}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <ul className="members-cards panel" aria-label={t('list')}>
        {data.list.map((invitation) => (
          <Sent key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <Pages total={data.total} />
    </>
  );
}

function Sent({ invitation: { id, name, phone, state, createdAt, expiresAt } }: { invitation: SentInvitation }) {
  const t = useWords();
  const language = useLanguage();
  const withdraw = useAct(calls.members.withdraw, 'members');
  const isOpen = mayWithdraw(state);
  return (
    <li>
      <div className="members-name">
        <strong>{name}</strong>
        <span className="secondary numbers">{phone}</span>
      </div>
      <StateMark tone={toneOf(state)}>{wordIn(invitationStateWords[state], language)}</StateMark>
      <span className="secondary">
        {t(isOpen ? 'until' : 'sent')} <Moment at={isOpen ? expiresAt : createdAt} />
      </span>
      {isOpen && (
        <Popconfirm
          title={t('sure')}
          okText={t('withdraw')}
          cancelText={t('keep')}
          onConfirm={() => withdraw.mutate({ id }, { onSuccess: () => toast.success(t('done')) })}
        >
          <Button loading={withdraw.isPending} aria-label={t('withdrawNamed', { name })}>
            {t('withdraw')}
          </Button>
        </Popconfirm>
      )}
    </li>
  );
}
