import type { AttestationDetail, RecordName } from '@proofkeep/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { words } from '../../../ui/words/words.ts';
import { Alterations, Completeness } from '../completeness.tsx';
import { Screenshot } from '../picture/screenshot.tsx';
import { SecondLine } from '../second-line.tsx';
import { Replay } from './replay.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('page-tab', text);

export function PageTab({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const [look, setLook] = useState<'screenshot' | RecordName>('screenshot');
  const { ano, url, state, second, isReplayable, isSecondReplayable, manifestSha256 } = detail;
  const name = detail.name || url;
  // Files exist once the manifest does.
  if (!manifestSha256)
    return <p className="secondary">{t(state === 'failed' || state === 'cancelled' ? 'gone' : 'nothing')}</p>;
  return (
    <>
      <SecondLine row={detail} />
      <Completeness detail={detail} />
      <Alterations detail={detail} />
      {isReplayable && (
        <Segmented
          className="attestations-page-look"
          aria-label={t('look')}
          value={look}
          onChange={setLook}
          options={[
            { value: 'screenshot', label: t('screenshot') },
            ...(isSecondReplayable && second?.place && second.from
              ? [
                  { value: 'first' as const, label: t('replayAt', { place: second.from.name }) },
                  { value: 'second' as const, label: t('replayAt', { place: second.place.name }) },
                ]
              : [{ value: 'first' as const, label: t('replay') }]),
          ]}
        />
      )}
      {isReplayable && look !== 'screenshot' ? (
        <Replay key={look} ano={ano} name={name} record={look} />
      ) : (
        <Screenshot ano={ano} name={name} />
      )}
    </>
  );
}
