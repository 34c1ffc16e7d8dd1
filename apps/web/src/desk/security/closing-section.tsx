import { type Closing, calls, closingDays, closingStateTable, type ReplyOf } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { amount } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import { Section } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('closing', text);

type Obstacle = ReplyOf<typeof calls.closing.closing>['obstacles'][number];

/** Closes the account; for its holder. */
export function ClosingSection() {
  const t = useWords();
  const query = useQuery(queryOf(calls.closing.closing, {}));
  if (!query.data)
    return (
      <Section title={t('title')} hint={t('hint', { days: closingDays })}>
        <QueryView query={query} rows={1}>
          {() => null}
        </QueryView>
      </Section>
    );
  const { closing, obstacles } = query.data;
  if (closing && closingStateTable.allowed(closing.state, 'holder').includes('undo'))
    return <Cooling closing={closing} />;
  return (
    <Section title={t('title')} hint={t('hint', { days: closingDays })} action={<Ask obstacles={obstacles} />}>
      {closing?.state === 'stopped' && <Alert type="warning" showIcon title={t('stopped')} />}
    </Section>
  );
}

/** The obstacles, or what closing means, and the second step. */
function Ask({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const [hasRead, setRead] = useState(false);
  const [waivesBalance, setWaives] = useState(false);
  const blocking = obstacles.filter(({ kind }) => kind !== 'balance');
  const balance = obstacles.find(({ kind }) => kind === 'balance');
  const { mutate, isPending } = useConfirmedAct(
    () => ask(calls.closing.askClosing, { waivesBalance }),
    () => {
      setOpen(false);
      toast.success(t('asked'));
      void refresh('closing');
    },
  );
  const isReady = blocking.length === 0 && hasRead && (!balance || waivesBalance);
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        {t('close')}
      </Button>
      <Modal
        open={isOpen}
        title={t('title')}
        okText={t('ask')}
        okButtonProps={{ danger: true, disabled: !isReady }}
        cancelText={t('cancel')}
        confirmLoading={isPending}
        onOk={() => mutate(undefined)}
        onCancel={() => setOpen(false)}
        destroyOnHidden
      >
        {blocking.length > 0 ? (
          <>
            <p>{t('first')}</p>
            <ul className="security-closing">
              {blocking.map(({ kind, count }) => (
                <li key={kind}>{t(kind, { count, amount: amount(count) })}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <ul className="security-closing">
              {(['after', 'erased', 'kept', 'packages', 'again'] as const).map((line) => (
                <li key={line}>{t(line, { days: closingDays })}</li>
              ))}
            </ul>
            {balance && (
              <p>
                <Checkbox checked={waivesBalance} onChange={({ target }) => setWaives(target.checked)}>
                  {t('waive', { amount: amount(balance.count) })}
                </Checkbox>
              </p>
            )}
            <Checkbox checked={hasRead} onChange={({ target }) => setRead(target.checked)}>
              {t('read')}
            </Checkbox>
          </>
        )}
      </Modal>
    </>
  );
}

function Cooling({ closing }: { closing: Closing }) {
  const t = useWords();
  const { mutate, isPending } = useConfirmedAct(
    () => ask(calls.closing.undoClosing, {}),
    () => {
      toast.success(t('undone'));
      void refresh('closing');
    },
  );
  return (
    <Section
      title={t('cooling')}
      hint={t('coolingHint')}
      action={
        <Button type="primary" loading={isPending} onClick={() => mutate(undefined)}>
          {t('undo')}
        </Button>
      }
    >
      <dl className="facts">
        <Fact name={t('askedAt')}>
          <Moment at={closing.askedAt} />
        </Fact>
        <Fact name={t('dueAt')}>
          <Moment at={closing.dueAt} />
        </Fact>
      </dl>
    </Section>
  );
}
