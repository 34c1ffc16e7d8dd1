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
import text from './words.json' with { type: 'json' };

const useWords = words('notifications', text);

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
      <p className="secondary messages-notifications-hint">{say('hint')}</p>
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
    <div className="panel messages-notifications">
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
