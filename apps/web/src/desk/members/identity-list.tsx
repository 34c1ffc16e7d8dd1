import { calls, type Identity } from '@proofkeep/contract';
import { Button, Popconfirm } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { useRows } from '../../api/rows.ts';
import { AccountBadge } from '../../ui/account/account-badge.tsx';
import { pageOf } from '../../ui/address/address.ts';
import { Chip } from '../../ui/kit/chip.tsx';
import { done } from '../../ui/kit/looks.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { Cards } from './cards.tsx';
import { useSwitch } from './use-switch.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('member-identities', text);

export function IdentityList() {
  const t = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const found = useRows(queryOf(calls.members.identities, { page }));
  return (
    <Cards query={found} label={t('list')} hint={t('hint')} rows={4}>
      {(identity) => <Row key={identity.userId} identity={identity} />}
    </Cards>
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
      {isCurrent && <Chip {...done}>{t('current')}</Chip>}
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
