import { DesktopOutlined } from '@ant-design/icons';
import { calls, type SessionOfMine } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { Ago } from '../../ui/kit/ago.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { words } from '../../ui/words/words.ts';
import { AskButton } from './ask-button.tsx';
import { Section } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sessions', text);

export function Sessions() {
  const t = useWords();
  const { data, error, refetch } = useQuery(queryOf(calls.signIn.sessions, {}));
  const endOthers = useConfirmedAct(
    () => ask(calls.signIn.endOtherSessions, {}),
    () => toast.success(t('ended')),
  );
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={3} />;
  const action = data.list.length > 1 && <AskButton act={t('endOthers')} question={t('sure')} acting={endOthers} />;
  return (
    <Section title={t('title')} hint={t('hint')} action={action}>
      <ul className="security-rows">
        {data.list.map((session) => (
          <Row key={session.id} {...session} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ id, device: { browser, system }, address, seenAt, isCurrent }: SessionOfMine) {
  const t = useWords();
  const end = useConfirmedAct(
    () => ask(calls.signIn.endSession, { id }),
    () => toast.success(t('ended')),
  );
  const device = browser && system ? t('on', { browser, system }) : (browser ?? system ?? t('unknown'));
  return (
    <li>
      <DesktopOutlined aria-hidden />
      <div>
        <p className="security-name">
          {device}
          {isCurrent && (
            <span className="chip" data-tone="busy">
              {t('current')}
            </span>
          )}
        </p>
        <p className="secondary">
          <span className="mono">{address}</span> · {t('seen')} <Ago at={seenAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button
          loading={end.isPending}
          aria-label={t('endOf', { device, address })}
          onClick={() => end.mutate(undefined)}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}
