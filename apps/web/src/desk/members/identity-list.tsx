import { calls, type Identity } from '@proofkeep/contract';
import { Button, Popconfirm } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { useRows } from '../../api/rows.ts';
import { AccountBadge } from '../../ui/account/account-badge.tsx';
import { pageOf } from '../../ui/address/address.ts';
import { Pages } from '../../ui/kit/pages.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { StateMark } from './state-mark.tsx';
import { useSwitch } from './use-switch.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('member-identities', text);

export function IdentityList() {
  const t = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const { data, error, refetch } = useRows(queryOf(calls.members.identities, { page }));
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  return (
    <>
      <p className="secondary members-hint">{t('hint')}</p>
      <ul className="members-cards panel" aria-label={t('list')}>
        {data.list.map((identity) => (
          <Row key={identity.userId} identity={identity} />
        ))}
      </ul>
      <Pages total={data.total} />
    </>
  );
}

function Row({ identity }: { identity: Identity }) {
  const t = useWords();
  const change = useSwitch();
  const leave = useAct(calls.members.leave, 'members');
  const { userId, kind, name, accountName: account, isCurrent } = identity;
  return (
    <li>
      <AccountBadge accountId={identity.accountId} name={account} />
      <div className="members-name">
        <strong>{name}</strong>
        <span className="secondary">
          {t(kind, { account })} · {identity.loginName ?? identity.accountCode}
        </span>
      </div>
      {isCurrent && <StateMark tone="success">{t('current')}</StateMark>}
      {!isCurrent && (
        <div className="actions">
          <Button
            loading={change.isPending}
            aria-label={kind === 'own' ? undefined : t('actNamed', { name, account })}
            onClick={() => change.mutate(userId)}
          >
            {t(kind === 'own' ? 'back' : 'act')}
          </Button>
          {kind === 'seat' && (
            <Popconfirm
              title={t('sure', { account })}
              okText={t('leave')}
              okButtonProps={{ danger: true }}
              cancelText={t('keep')}
              onConfirm={() => leave.mutate({ userId }, { onSuccess: () => toast.success(t('left')) })}
            >
              <Button danger type="text" loading={leave.isPending} aria-label={t('leaveNamed', { account })}>
                {t('leave')}
              </Button>
            </Popconfirm>
          )}
        </div>
      )}
    </li>
  );
}
