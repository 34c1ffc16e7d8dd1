import { calls, partyPagePath, roomPagePath } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { Alert } from '../../ui/plain/alert.tsx';
import { chinaDay, dayText, spanText } from '../../ui/session/times.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { LinkButton } from './link-button.tsx';
import { isRunning, RoomPage } from './room-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('video-pages', text);

/** `/h5video/identity/{roomId}`: what the session is about, and whether the office has confirmed the party's identity. */
export function Component() {
  const t = useWords();
  const language = useLanguage();
  return (
    <RoomPage title={t('identity')}>
      {(room, nid) => (
        <>
          <dl className="phone-facts panel">
            {[
              [
                t('time'),
                <Fragment key="time">
                  {dayText(chinaDay(room.startsAt), language)}{' '}
                  <span className="numbers">{spanText(room.startsAt, room.endsAt)}</span>
                </Fragment>,
              ],
              [t('kind'), room.kindName],
              [t('office'), room.officeName],
              [t('notary'), room.notaryName],
              [t('you'), room.person.name],
            ].map(([name, value]) => (
              <div key={String(name)}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {isRunning(room) ? <Identity nid={nid} /> : <Alert kind="info" title={t(`state-${room.state}`)} />}
        </>
      )}
    </RoomPage>
  );
}

function Identity({ nid }: { nid: string }) {
  const t = useWords();
  const { nid: own = nid } = useParams();
  const query = useQuery(queryOf(calls.phoneSigning.partyMatter, { nid: own }));
  return (
    <QueryView query={query}>
      {({ state }) => {
        const isOpen = state === 'identity' || state === 'identity-review';
        return (
          <>
            <Alert kind="info" title={t(isOpen ? 'identityOpen' : 'identityDone')} />
            <div className="phone-acts">
              <LinkButton to={isOpen ? partyPagePath('enter', own) : roomPagePath('verify', own)}>
                {t(isOpen ? 'toIdentity' : 'toCheck')}
              </LinkButton>
            </div>
          </>
        );
      }}
    </QueryView>
  );
}
