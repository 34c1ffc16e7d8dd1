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
import text from './words.json' with { type: 'json' };

const useWords = words('member-identities', text);

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
