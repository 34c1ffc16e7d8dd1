import './notifications.css';
import { calls, type MessageKind, messageKindWords, type NotificationSettings } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Switch } from 'antd';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { RefusedPanel } from '../../ui/notices/refused-panel.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { Waiting } from '../../ui/notices/waiting.tsx';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { WithConfirm } from '../../ui/step-up/with-confirm.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { EmailSection } from './email-section.tsx';
import { LanguageSection } from './language-section.tsx';

const useWords = words('notifications', {
  title: ['通知设置', 'Notifications'],
  hint: [
    '站内消息总会送达。已在站内读过的消息，不再用邮件或短信重复通知。',
    'Messages on the site always arrive. What you have read there is not told again by mail or text message.',
  ],
  caption: ['各类消息的通知方式', 'How you are notified, by kind'],
  kind: ['消息类别', 'Kind'],
  site: ['站内', 'Site'],
  mail: ['邮件', 'Mail'],
  text: ['短信', 'Text message'],
  always: ['始终', 'Always'],
  of: ['{kind}：{way}', '{kind}: {way}'],
  phone: ['短信发送到 {phone}。', 'Text messages go to {phone}.'],
  noMail: ['设置邮箱后才能用邮件通知。', 'Set a mail address below to be notified by mail.'],
  saved: ['已保存', 'Saved'],
});

const settings = queryOf(calls.messages.notificationSettings, {});

const keep = (changed: NotificationSettings) => queries.setQueryData(settings.queryKey, changed);

export function Component() {
  const say = useWords();
  useTitle(say('title'));
  const { data, error, refetch } = useQuery(settings);
  if (error && !data) return <RefusedPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className="page-heading">
        <h1>{say('title')}</h1>
      </div>
      <p className="secondary notifications-hint">{say('hint')}</p>
      {data ? (
        <WithConfirm>
          <Ways settings={data} />
          <EmailSection email={data.email} onChange={keep} />
          <LanguageSection language={data.language} onChange={keep} />
        </WithConfirm>
      ) : (
        <Waiting rows={8} />
      )}
    </>
  );
}

function Ways({ settings: { kinds, email, phone } }: { settings: NotificationSettings }) {
  const say = useWords();
  const language = useLanguage();
  const setting = useConfirmedAct(
    (input: { kind: MessageKind; mail: boolean; text: boolean }) => ask(calls.messages.setNotification, input),
    (changed) => {
      keep(changed);
      toast.success(say('saved'));
    },
  );
  const nameOf = (kind: MessageKind) => wordIn(messageKindWords[kind], language);
  return (
    <div className="panel notifications">
      <table>
        <caption className="visually-hidden">{say('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('kind')}</th>
            <th scope="col">{say('site')}</th>
            <th scope="col">{say('mail')}</th>
            {phone && <th scope="col">{say('text')}</th>}
          </tr>
        </thead>
        <tbody>
          {kinds.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{nameOf(row.kind)}</th>
              <td className="secondary">{say('always')}</td>
              <td>
                <Switch
                  checked={email !== null && row.mail}
                  disabled={email === null || setting.isPending}
                  title={email === null ? say('noMail') : undefined}
                  aria-label={say('of', { kind: nameOf(row.kind), way: say('mail') })}
                  onChange={(mail) => setting.mutate({ ...row, mail })}
                />
              </td>
              {phone && (
                <td>
                  <Switch
                    checked={row.text}
                    disabled={setting.isPending}
                    aria-label={say('of', { kind: nameOf(row.kind), way: say('text') })}
                    onChange={(text) => setting.mutate({ ...row, text })}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {(email === null || phone) && (
        <p className="secondary">
          {email === null && say('noMail')} {phone && say('phone', { phone })}
        </p>
      )}
    </div>
  );
}
