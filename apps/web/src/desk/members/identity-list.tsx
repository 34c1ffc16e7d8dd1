import { calls, type Identity } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { pageOf } from '../../ui/address/address.ts';
import { Pages } from '../../ui/kit/pages.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { words } from '../../ui/words/words.ts';
import { StateMark } from './state-mark.tsx';
import { useSwitch } from './switching.ts';

const useWords = words('member-identities', {
  list: ['可切换的身份', 'Whom you may act as'],
  hint: [
    '切换后，您以该身份的权限操作，操作记录会同时写明您本人和该身份。',
    'You then have the rights of that identity. Records name both you and the identity.',
  ],
  own: ['本人', 'Yourself'],
  sub: ['子账号', 'Sub-account'],
  seat: ['在“{account}”的席位', 'Your seat in {account}'],
  current: ['当前身份', 'Now'],
  act: ['切换', 'Act as'],
  back: ['切换回本人', 'Switch back'],
  actNamed: ['切换为 {name}（{account}）', 'Act as {name} of {account}'],
  leave: ['退出该账号', 'Leave'],
  leaveNamed: ['退出该账号“{account}”', 'Leave {account}'],
  sure: ['退出“{account}”？再次加入需要对方重新邀请。', 'Leave {account}? To come back you have to be invited again.'],
  keep: ['保留', 'Stay'],
  left: ['已退出', 'You have left'],
});

export function IdentityList() {
  const say = useWords();
  const [query] = useSearchParams();
  const page = pageOf(query);
  const { data, error, refetch } = useQuery({
    ...queryOf(calls.members.identities, { page }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <RefusedPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting rows={4} />;
  return (
    <>
      <p className="secondary members-hint">{say('hint')}</p>
      <ul className="members-cards panel" aria-label={say('list')}>
        {data.list.map((identity) => (
          <Row key={identity.userId} identity={identity} />
        ))}
      </ul>
      <Pages total={data.total} />
    </>
  );
}

function Row({ identity }: { identity: Identity }) {
  const say = useWords();
  const change = useSwitch();
  const leave = useAct(calls.members.leave, 'members');
  const { userId, kind, name, accountName: account, isCurrent } = identity;
  return (
    <li>
      <div className="members-name">
        <strong>{name}</strong>
        <span className="secondary">{say(kind, { account })}</span>
      </div>
      {isCurrent && <StateMark tone="success">{say('current')}</StateMark>}
      {!isCurrent && (
        <div className="actions">
          <Button
            loading={change.isPending}
            aria-label={kind === 'own' ? undefined : say('actNamed', { name, account })}
            onClick={() => change.mutate(userId)}
          >
            {say(kind === 'own' ? 'back' : 'act')}
          </Button>
          {kind === 'seat' && (
            <Popconfirm
              title={say('sure', { account })}
              okText={say('leave')}
              okButtonProps={{ danger: true }}
              cancelText={say('keep')}
              onConfirm={() => leave.mutate({ userId }, { onSuccess: () => toast.success(say('left')) })}
            >
              <Button danger type="text" loading={leave.isPending} aria-label={say('leaveNamed', { account })}>
                {say('leave')}
              </Button>
            </Popconfirm>
          )}
        </div>
      )}
    </li>
  );
}
