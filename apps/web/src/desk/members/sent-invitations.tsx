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
import { Chip } from '../../ui/kit/chip.tsx';
import { closed, done, waiting } from '../../ui/kit/looks.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Cards } from './cards.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('member-sent', text);

const mayWithdraw = (state: InvitationState) => invitationStateTable.allowed(state, 'inviter').includes('withdraw');

const lookOf = (state: InvitationState) => (state === 'joined' ? done : mayWithdraw(state) ? waiting : closed);

export function SentInvitations({ onInvite }: { onInvite: () => void }) {
  const t = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const found = useRows(queryOf(calls.members.invitedList, { page }));
  return (
    <Cards
      query={found}
      label={t('list')}
      rows={6}
      none={
        <EmptyState title={t('none')} hint={t('noneHint')}>
          <Button type="primary" onClick={onInvite}>
            {t('invite')}
          </Button>
        </EmptyState>
      }
    >
      {(invitation) => <Sent key={invitation.id} invitation={invitation} />}
    </Cards>
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
      <Chip {...lookOf(state)}>{wordIn(invitationStateWords[state], language)}</Chip>
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
