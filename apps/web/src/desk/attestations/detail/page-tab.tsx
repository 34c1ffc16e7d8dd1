import type { AttestationDetail } from '@proofkeep/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { words } from '../../../ui/words/words.ts';
import { Alterations, Completeness } from '../completeness.tsx';
import { Screenshot } from '../screenshot.tsx';
import { Replay } from './replay.tsx';

const useWords = words('page-tab', {
  look: ['查看方式', 'How to look at it'],
  screenshot: ['截图', 'Screenshot'],
  replay: ['重放', 'Replay'],
  nothing: ['还没有取得网页内容。', 'Nothing of the page has been captured yet.'],
  gone: ['没有保存任何网页内容。', 'Nothing of the page was kept.'],
});

export function PageTab({ detail }: { detail: AttestationDetail }) {
  const say = useWords();
  const [look, setLook] = useState<'screenshot' | 'replay'>('screenshot');
  const { ano, url, state, replay, manifestSha256 } = detail;
  const name = detail.name || url;
  // Files of a capture are there from the manifest on.
  if (!manifestSha256)
    return <p className="secondary">{say(state === 'failed' || state === 'cancelled' ? 'gone' : 'nothing')}</p>;
  return (
    <>
      <Completeness detail={detail} />
      <Alterations detail={detail} />
      {replay && (
        <Segmented
          className="page-look"
          aria-label={say('look')}
          value={look}
          onChange={setLook}
          options={[
            { value: 'screenshot', label: say('screenshot') },
            { value: 'replay', label: say('replay') },
          ]}
        />
      )}
      {replay && look === 'replay' ? (
        <Replay ano={ano} address={replay} name={name} />
      ) : (
        <Screenshot ano={ano} name={name} />
      )}
    </>
  );
}
