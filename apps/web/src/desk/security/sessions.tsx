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
import text from './words.json' with { type: 'json' };

const useWords = words('sessions', text);

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
