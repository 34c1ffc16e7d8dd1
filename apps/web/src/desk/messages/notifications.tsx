import './notifications.css';
import { calls, type MessageKind, messageKindWords, type NotificationSettings } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Switch } from 'antd';
import { ask } from '../../api/ask.ts';
import { queries, queryOf } from '../../api/queries.ts';
import { useTitle } from '../../ui/address/title.ts';
import { TableHead } from '../../ui/kit/table-head.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
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
  const t = useWords();
  useTitle(t('title'));
  const { data, error, refetch } = useQuery(settings);
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div className="page-heading">
        <h1>{t('title')}</h1>
      </div>
      <p className="secondary messages-notifications-hint">{t('hint')}</p>
      {data ? (
        <WithConfirm>
          <Ways settings={data} />
          <EmailSection email={data.email} onChange={keep} />
          <LanguageSection language={data.language} onChange={keep} />
        </WithConfirm>
      ) : (
        <Skeleton rows={8} />
      )}
    </>
  );
}

function Ways({ settings: { kinds, email, phone } }: { settings: NotificationSettings }) {
  const t = useWords();
  const language = useLanguage();
  const setting = useConfirmedAct(
    (input: { kind: MessageKind; mail: boolean; text: boolean }) => ask(calls.messages.setNotification, input),
    (changed) => {
      keep(changed);
      toast.success(t('saved'));
    },
  );
  const nameOf = (kind: MessageKind) => wordIn(messageKindWords[kind], language);
  return (
    <div className="panel messages-notifications">
      <table>
        <caption className="visually-hidden">{t('caption')}</caption>
        <TableHead columns={[t('kind'), t('site'), t('mail'), phone ? t('text') : null]} />
        <tbody>
          {kinds.map((row) => (
            <tr key={row.kind}>
              <th scope="row">{nameOf(row.kind)}</th>
              <td className="secondary">{t('always')}</td>
              <td>
                <Switch
                  checked={email !== null && row.mail}
                  disabled={email === null || setting.isPending}
                  title={email === null ? t('noMail') : undefined}
                  aria-label={t('of', { kind: nameOf(row.kind), way: t('mail') })}
                  onChange={(mail) => setting.mutate({ ...row, mail })}
                />
              </td>
              {phone && (
                <td>
                  <Switch
                    checked={row.text}
                    disabled={setting.isPending}
                    aria-label={t('of', { kind: nameOf(row.kind), way: t('text') })}
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
          {email === null && t('noMail')} {phone && t('phone', { phone })}
        </p>
      )}
    </div>
  );
}
