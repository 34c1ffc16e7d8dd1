import { calls, type ReplyOf, recoveryDelayHours } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useRules } from '../../ui/forms/rules.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('lost-factors', text);

type Standing = ReplyOf<typeof calls.recovery.askRecovery>;

/** For whoever has shown one factor and lost every second one. */
export function LostFactors({ ticket, onBack }: { ticket: string; onBack: () => void }) {
  const say = useWords();
  const [asked, setAsked] = useState<Standing | null>(null);
  const { data, error, refetch } = useQuery({ ...queryOf(calls.recovery.recoveryAbout, { ticket }), gcTime: 0 });
  const open = asked ?? data?.open;
  return (
    <>
      <h2 className="lost-factors-title">{say('title')}</h2>
      {open ? (
        <Open {...open} />
      ) : data ? (
        <>
          <p className="secondary">{say('what', { hours: recoveryDelayHours })}</p>
          <Asking ticket={ticket} {...data} onAsked={setAsked} />
        </>
      ) : error ? (
        <RefusedPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting rows={4} />
      )}
      <p className="account-foot">
        <Button type="link" onClick={onBack}>
          {say('back')}
        </Button>
      </p>
    </>
  );
}

interface AskingProps extends Pick<ReplyOf<typeof calls.recovery.recoveryAbout>, 'phone' | 'hasPassword'> {
  ticket: string;
  onAsked: (standing: Standing) => void;
}

function Asking({ ticket, phone, hasPassword, onAsked }: AskingProps) {
  const say = useWords();
  const { required } = useRules();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(
    form,
    async (shown: { password?: string; code: string; told: string }) =>
      onAsked(await ask(calls.recovery.askRecovery, { ticket, ...shown })),
  );
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={submit}>
      <Refusal>{refusal}</Refusal>
      {hasPassword && (
        <Form.Item name="password" label={say('password')} rules={required(say('password'))}>
          <Input.Password autoComplete="current-password" maxLength={128} size="large" />
        </Form.Item>
      )}
      <p className="secondary lost-factors-phone">{say('phone', { phone })}</p>
      <CodeField purpose={{ ticket }} />
      <Form.Item
        name="told"
        label={say('told')}
        extra={say('toldHelp')}
        rules={[{ required: true, whitespace: true, min: 4, max: 500, message: say('toldMissing') }]}
      >
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
      <Form.Item>
        <Button type="primary" htmlType="submit" size="large" block loading={isSending}>
          {say('submit')}
        </Button>
      </Form.Item>
    </Form>
  );
}

function Open({ state, askedAt, effectiveAt }: Standing) {
  const say = useWords();
  return (
    <Alert
      className="lost-factors-open"
      type="info"
      showIcon
      title={say(state)}
      description={
        <>
          <p>
            {say('askedAt')} <Moment at={askedAt} />
          </p>
          {effectiveAt && (
            <p>
              {say('effectiveAt')} <Moment at={effectiveAt} />
            </p>
          )}
          <p>{say(`${state}Next`)}</p>
        </>
      }
    />
  );
}
