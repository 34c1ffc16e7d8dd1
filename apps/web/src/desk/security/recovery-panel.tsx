import { calls, type OpenRecovery } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { Fact } from '../../ui/kit/fact.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { Section } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('recovery-panel', text);

const own = queryOf(calls.recovery.ownRecovery, {});

/** Renders nothing unless a recovery request is open. */
export function RecoveryPanel() {
  const { data } = useQuery(own);
  return data?.open ? <Open {...data.open} /> : null;
}

function Open({ state, askedAt, address, device, effectiveAt }: OpenRecovery) {
  const t = useWords();
  const stopping = useMutation({
    mutationFn: () => ask(calls.recovery.stopRecovery, {}),
    onSuccess: () => toast.success(t('stopped')),
    onSettled: () => refresh('ownRecovery'),
  });
  const { browser, system } = device;
  const named = browser && system ? t('on', { browser, system }) : (browser ?? system);
  return (
    <Section
      title={t('title')}
      hint={t(state)}
      action={<ConfirmButton {...confirmAct(t, 'stop', stopping, undefined)} kind="danger" />}
    >
      <dl className="facts">
        <Fact name={t('askedAt')}>
          <Moment at={askedAt} />
        </Fact>
        <Fact name={t('from')}>
          {named} <span className="mono">{address}</span>
        </Fact>
        {effectiveAt && (
          <Fact name={t('effectiveAt')}>
            <Moment at={effectiveAt} />
          </Fact>
        )}
      </dl>
    </Section>
  );
}
