import '../tasks.css';
import { roomPagePath, type VideoRoomState } from '@proofkeep/contract';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { LinkButton } from './link-button.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('video-end', text);
const stateWords = { waiting: 'notBegun', open: 'goesOn', ended: 'over', lapsed: 'notHeld' } as const;
const isState = (state: string): state is VideoRoomState => Object.hasOwn(stateWords, state);

/** `/h5video/end?matter=&state=&recorded=`: what happens next, by the state in which the party left the room. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const [search] = useSearchParams();
  const [no, state] = [search.get('matter') ?? '', search.get('state') ?? ''];
  const mayReturn = no !== '' && (state === 'waiting' || state === 'open');
  return (
    <div className="phone-page">
      <h1>{t('title')}</h1>
      {isState(state) ? <p>{t(stateWords[state])}</p> : <p>{t('back')}</p>}
      {search.has('recorded') && <p>{t('recorded')}</p>}
      {mayReturn && (
        <div className="phone-acts">
          <LinkButton to={roomPagePath('room', no)}>{t('enter')}</LinkButton>
        </div>
      )}
    </div>
  );
}
