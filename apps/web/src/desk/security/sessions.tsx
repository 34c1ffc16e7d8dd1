import { DesktopOutlined } from '@ant-design/icons';
import { calls, type SessionOfMine } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { words } from '../../ui/words/words.ts';
import { Section } from './section.tsx';

const useWords = words('sessions', {
  title: ['已登录的设备', 'Where you are signed in'],
  hint: [
    '如果有不认识的设备，请退出它并修改密码。',
    'If you do not know one of them, end it and change your password.',
  ],
  current: ['本机', 'This one'],
  unknown: ['未知设备', 'Unknown device'],
  on: ['{browser}，{system}', '{browser} on {system}'],
  seen: ['上次使用', 'Last used'],
  end: ['退出', 'Sign out'],
  endOf: ['退出 {device}（{address}）', 'Sign out {device} ({address})'],
  ended: ['已退出', 'Signed out'],
  endOthers: ['退出其他所有设备', 'Sign out everywhere else'],
  sure: ['其他设备将立即退出登录。', 'Every other device is signed out at once.'],
  keep: ['取消', 'Cancel'],
});

export function Sessions() {
  const say = useWords();
  const { data, error, refetch } = useQuery(queryOf(calls.signIn.sessions, {}));
  const endOthers = useConfirmedAct(
    () => ask(calls.signIn.endOtherSessions, {}),
    () => toast.success(say('ended')),
  );
  if (error && !data) return <RefusedPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting rows={3} />;
  const action = data.list.length > 1 && (
    <Popconfirm
      title={say('sure')}
      okText={say('endOthers')}
      cancelText={say('keep')}
      onConfirm={() => endOthers.mutate(undefined)}
    >
      <Button loading={endOthers.isPending}>{say('endOthers')}</Button>
    </Popconfirm>
  );
  return (
    <Section title={say('title')} hint={say('hint')} action={action}>
      <ul className="security-rows">
        {data.list.map((session) => (
          <Row key={session.id} {...session} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ id, device: { browser, system }, address, seenAt, isCurrent }: SessionOfMine) {
  const say = useWords();
  const end = useConfirmedAct(
    () => ask(calls.signIn.endSession, { id }),
    () => toast.success(say('ended')),
  );
  const device = browser && system ? say('on', { browser, system }) : (browser ?? system ?? say('unknown'));
  return (
    <li>
      <DesktopOutlined aria-hidden />
      <div>
        <p className="security-name">
          {device}
          {isCurrent && (
            <span className="chip" data-tone="busy">
              {say('current')}
            </span>
          )}
        </p>
        <p className="secondary">
          <span className="mono">{address}</span> · {say('seen')} <Moment at={seenAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button
          loading={end.isPending}
          aria-label={say('endOf', { device, address })}
          onClick={() => end.mutate(undefined)}
        >
          {say('end')}
        </Button>
      )}
    </li>
  );
}
