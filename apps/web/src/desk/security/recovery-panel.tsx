import { calls, type OpenRecovery } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { refresh } from '../../api/refresh.ts';
import { ConfirmButton } from '../../ui/forms/confirm-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { Section } from './section.tsx';

const useWords = words('recovery-panel', {
  title: ['有人申请移除您的两步验证方式', 'Somebody asks for your second factors to be removed'],
  asked: [
    '该申请正在等待平台人员核实。如非本人操作，请终止，并修改密码。',
    'It waits for somebody of the platform to make sure who it is. If it was not you, stop it and change your password.',
  ],
  scheduled: [
    '该申请已核实，到期后所有两步验证方式将被移除。如非本人操作，请立即终止，并修改密码。',
    'It was approved: when its time has come every second factor is removed. If it was not you, stop it at once and change your password.',
  ],
  askedAt: ['提交时间', 'Asked'],
  from: ['来自', 'From'],
  on: ['{browser}，{system}', '{browser} on {system}'],
  effectiveAt: ['生效时间', 'Takes effect'],
  stop: ['终止申请', 'Stop it'],
  sure: ['终止移除两步验证的申请？', 'Stop the removal of your second factors?'],
  hint: ['您的两步验证方式保持不变。', 'Your second factors stay as they are.'],
  keep: ['返回', 'Back'],
  stopped: ['申请已终止', 'It is stopped'],
});

const own = queryOf(calls.recovery.ownRecovery, {});

/** Nothing while nobody asks. */
export function RecoveryPanel() {
  const { data } = useQuery(own);
  return data?.open ? <Open {...data.open} /> : null;
}

function Open({ state, askedAt, address, device, effectiveAt }: OpenRecovery) {
  const say = useWords();
  const stopping = useMutation({
    mutationFn: () => ask(calls.recovery.stopRecovery, {}),
    onSuccess: () => toast.success(say('stopped')),
    onSettled: () => refresh('ownRecovery'),
  });
  const { browser, system } = device;
  const named = browser && system ? say('on', { browser, system }) : (browser ?? system);
  return (
    <Section
      title={say('title')}
      hint={say(state)}
      action={
        <ConfirmButton
          act={say('stop')}
          title={say('sure')}
          hint={say('hint')}
          keep={say('keep')}
          kind="danger"
          isPending={stopping.isPending}
          onConfirm={() => stopping.mutate()}
        />
      }
    >
      <dl className="security-who">
        <dt>{say('askedAt')}</dt>
        <dd>
          <Moment at={askedAt} />
        </dd>
        <dt>{say('from')}</dt>
        <dd>
          {named} <span className="mono">{address}</span>
        </dd>
        {effectiveAt && (
          <>
            <dt>{say('effectiveAt')}</dt>
            <dd>
              <Moment at={effectiveAt} />
            </dd>
          </>
        )}
      </dl>
    </Section>
  );
}
