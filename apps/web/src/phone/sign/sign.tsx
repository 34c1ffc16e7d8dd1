import { lazy, Suspense, useState } from 'react';
import { words } from '../../ui/words/words.ts';
import { Decline } from './decline.tsx';
import { Reader } from './reader.tsx';
import { TaskPage, type TaskProps } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-documents', text);

/** Loaded once everything was read, because the pad isn't needed before. */
const Signature = lazy(async () => ({ default: (await import('./signature.tsx')).Signature }));

/** `/h5sign/sign/{nid}`: each document is read to its end, then one handwritten signature and code sign all of them. */
export function Component() {
  return <TaskPage page="sign">{(task) => <Documents {...task} />}</TaskPage>;
}

function Documents(task: TaskProps) {
  const t = useWords();
  const { nid, matter, advance } = task;
  const { documents } = matter;
  const [openId, setOpenId] = useState<string | null>(null);
  const open = documents.find(({ id }) => id === openId);
  if (open) return <Reader key={open.id} nid={nid} document={open} onRead={advance} onClose={() => setOpenId(null)} />;
  const isAllRead = documents.every(({ isRead }) => isRead);
  const firstUnread = documents.find(({ isRead }) => !isRead)?.id;
  const replaced = matter.steps.find(({ kind, state }) => kind === 'sign' && state === 'open')?.reason;
  return (
    <>
      {replaced && (
        <p role="alert" className="phone-warning">
          {t('replaced', { reason: replaced })}
        </p>
      )}
      <p>{t(isAllRead ? 'allRead' : 'lead', { count: documents.length })}</p>
      <ol className="phone-documents">
        {documents.map(({ id, name, isRead }) => (
          <li key={id}>
            <button
              type="button"
              className="button block"
              data-kind={id === firstUnread ? 'primary' : 'default'}
              onClick={() => setOpenId(id)}
            >
              <span>{name}</span>
              <span>{t(isRead ? 'read' : 'unread')}</span>
            </button>
          </li>
        ))}
      </ol>
      {isAllRead && (
        <Suspense fallback={<p role="status">{t('loading')}</p>}>
          <Signature {...task} />
        </Suspense>
      )}
      <Decline nid={nid} advance={advance} isDispute />
    </>
  );
}
