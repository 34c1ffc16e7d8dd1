import { calls, type ReceivedInvitation } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { grantedWords } from './granted-words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('member-received', text);

/** The user's open invitations, above everything else. */
export function ReceivedInvitations() {
  const t = useWords();
  const { data } = useQuery(queryOf(calls.members.invitationsToMe, {}));
  if (!data || data.list.length === 0) return null;
  return (
    <section className="members-received panel" aria-label={t('list')}>
      <ul>
        {data.list.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
      <p className="secondary">{t('shown')}</p>
    </section>
  );
}

function Invitation({ invitation }: { invitation: ReceivedInvitation }) {
  const t = useWords();
  const language = useLanguage();
  const { id, accountName: account, expiresAt } = invitation;
  const accept = useAct(calls.members.accept, 'members');
  const decline = useAct(calls.members.decline, 'members');
  const what = grantedWords(invitation, language);
  return (
    <li>
      <div className="members-name">
        <strong>{t('from', { account })}</strong>
        <span className="secondary">{t('may', { what: what || t('nothing') })}</span>
        <span className="secondary">
          {t('until')} <Moment at={expiresAt} />
        </span>
      </div>
      <div className="actions">
        <Button
          type="primary"
          loading={accept.isPending}
          onClick={() => accept.mutate({ id }, { onSuccess: () => toast.success(t('accepted', { account })) })}
        >
          {t('accept')}
        </Button>
        <Popconfirm
          title={t('sure')}
          okText={t('decline')}
          cancelText={t('keep')}
          onConfirm={() => decline.mutate({ id }, { onSuccess: () => toast.success(t('declined')) })}
        >
          <Button loading={decline.isPending}>{t('decline')}</Button>
        </Popconfirm>
      </div>
    </li>
  );
}
