import { calls, type InvitationState, invitationWords, type SentInvitation } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { pageOf } from '../../ui/address/address.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { Nothing } from '../../ui/notices/nothing.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { StateMark } from './state-mark.tsx';

const useWords = words('member-sent', {
  list: ['发出的邀请', 'Invitations sent'],
  none: ['还没有邀请过用户', 'Nobody was invited yet'],
  noneHint: [
    '已有账号的人，例如外部律师，可受邀加入，不必另建账号。',
    'People with an account of their own, such as an outside lawyer, can be invited and need no other.',
  ],
  invite: ['邀请用户', 'Invite somebody'],
  sent: ['发出于', 'Sent'],
  until: ['有效期至', 'Good until'],
  withdraw: ['撤回', 'Withdraw'],
  withdrawNamed: ['撤回对 {name} 的邀请', 'Withdraw the invitation to {name}'],
  sure: ['撤回这个邀请？', 'Withdraw this invitation?'],
  keep: ['保留', 'Keep it'],
  done: ['邀请已撤回', 'The invitation is withdrawn'],
});

const toneOf = (state: InvitationState) => (state === 'joined' ? 'success' : state === 'invited' ? 'busy' : 'quiet');

export function SentList({ onInvite }: { onInvite: () => void }) {
  const say = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.members.invitedList, { page }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <RefusedPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting rows={6} />;
  if (data.total === 0)
    return (
      <Nothing title={say('none')} hint={say('noneHint')}>
        <Button type="primary" onClick={onInvite}>
          {say('invite')}
        </Button>
      </Nothing>
    );
  return (
    <>
      <ul className="members-cards panel" aria-label={say('list')}>
        {data.list.map((invitation) => (
          <Sent key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <Pages total={data.total} />
    </>
  );
}

function Sent({ invitation: { id, name, phone, state, createdAt, expiresAt } }: { invitation: SentInvitation }) {
  const say = useWords();
  const language = useLanguage();
  const withdraw = useAct(calls.members.withdraw, 'members');
  const isOpen = state === 'invited';
  return (
    <li>
      <div className="members-name">
        <strong>{name}</strong>
        <span className="secondary numbers">{phone}</span>
      </div>
      <StateMark tone={toneOf(state)}>{wordIn(invitationWords[state], language)}</StateMark>
      <span className="secondary">
        {say(isOpen ? 'until' : 'sent')} <Moment at={isOpen ? expiresAt : createdAt} />
      </span>
      {isOpen && (
        <Popconfirm
          title={say('sure')}
          okText={say('withdraw')}
          cancelText={say('keep')}
          onConfirm={() => withdraw.mutate({ id }, { onSuccess: () => toast.success(say('done')) })}
        >
          <Button loading={withdraw.isPending} aria-label={say('withdrawNamed', { name })}>
            {say('withdraw')}
          </Button>
        </Popconfirm>
      )}
    </li>
  );
}
