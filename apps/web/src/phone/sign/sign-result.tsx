import { calls } from '@proofkeep/contract';
import { linkTo } from '../../api/ask.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { words } from '../../ui/words/words.ts';
import { InWeChat } from './in-wechat.tsx';
import { Outcome } from './outcome.tsx';
import { TaskPage } from './task-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-results', text);

/** `/h5sign/sign-result/{nid}`: the signed documents and the next steps. */
export function Component() {
  const t = useWords();
  return (
    <TaskPage page="sign-result" isWaiting>
      {({ nid, matter }) => (
        <>
          <Outcome nid={nid} matter={matter} tone="done" title={t('signed')} label={null}>
            <p>{t(matter.state === 'signing' ? 'signedOthers' : 'signedOffice')}</p>
          </Outcome>
          <h2>{t('documents')}</h2>
          <ul className="phone-documents">
            {matter.documents.map(({ id: documentId, name, signedAt }) => (
              <li key={documentId}>
                <a className="button block" href={linkTo(calls.phoneSigning.partyFile, { nid, documentId })} download>
                  <span>{name}</span>
                  <span>{t('download')}</span>
                </a>
                {signedAt && (
                  <p className="secondary">
                    {t('signedAt')} <Moment at={signedAt} />
                  </p>
                )}
              </li>
            ))}
          </ul>
          <InWeChat />
          <p className="secondary">{t('downloadNow')}</p>
        </>
      )}
    </TaskPage>
  );
}
