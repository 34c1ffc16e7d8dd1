import type { AttestationDetail } from '@proofkeep/contract';
import { paths } from '../../../ui/address/paths.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { words } from '../../../ui/words/words.ts';
import { Alterations, Completeness } from '../completeness.tsx';
import { Replay } from './replay.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('session-tab', text);

/** A live session: its recording has its own page; this tab shows missing and changed parts, and the replay. */
export function SessionTab({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const { ano, isReplayable, manifestSha256 } = detail;
  return (
    <>
      <p>
        <LinkButton to={paths.liveSession(ano)}>{t('open')}</LinkButton>
      </p>
      {manifestSha256 && (
        <>
          <Completeness detail={detail} />
          <Alterations detail={detail} />
          {isReplayable && <Replay ano={ano} name={detail.name || detail.url} />}
        </>
      )}
    </>
  );
}
