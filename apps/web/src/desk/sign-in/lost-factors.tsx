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

const useWords = words('lost-factors', {
  title: ['丢失了全部验证方式', 'Every second factor is lost'],
  what: [
    '如果验证器、通行密钥和恢复码都已丢失，可以申请移除两步验证。我们会联系您核实身份；核实后再过 {hours} 小时生效，其间您会收到短信和邮件，任何已登录的设备都可以终止申请。',
    'If authenticator, passkeys and recovery codes are all lost, ask for the second step to be removed. We make sure that it is you; it then takes effect {hours} hours later. You are told by text message and mail, and any device that is still signed in can stop it.',
  ],
  password: ['登录密码', 'Password'],
  phone: [
    '验证码将发送到 {phone}。号码已停用的，请先到运营商补办。',
    'The code goes to {phone}. If that number is lost, get it back from your carrier first.',
  ],
  told: ['发生了什么', 'What happened'],
  toldHelp: [
    '例如何时丢失、方便联系的时间。请勿填写密码或验证码。',
    'Such as when you lost them and when we can reach you. No passwords or codes, please.',
  ],
  toldMissing: ['请填写 4 至 500 个字', 'Enter 4 to 500 characters'],
  submit: ['提交申请', 'Ask for help'],
  back: ['返回两步验证', 'Back to the second step'],
  asked: ['申请已提交，等待核实', 'You have asked: we are making sure that it is you'],
  askedAt: ['提交时间', 'Asked'],
  scheduled: ['身份已核实，等待生效', 'Approved: it takes effect soon'],
  effectiveAt: ['生效时间', 'Takes effect'],
  askedNext: [
    '我们会联系您核实身份，处理结果以短信和邮件通知。',
    'We get in touch with you. You are told the outcome by text message and mail.',
  ],
  scheduledNext: [
    '生效后，用密码即可登录，请随后重新添加两步验证。',
    'From then on your password signs you in. Add a new second step afterwards.',
  ],
});

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
