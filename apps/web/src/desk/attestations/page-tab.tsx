import type { AttestationDetail } from '@proofkeep/contract';
import { Segmented } from 'antd';
import { useState } from 'react';
import { words } from '../../ui/words.ts';
import { Completeness } from './completeness.tsx';
import { Screenshot } from './screenshot.tsx';

const useWords = words('page-tab', {
  look: ['查看方式', 'How to look at it'],
  screenshot: ['截图', 'Screenshot'],
  replay: ['重放', 'Replay'],
  replayTitle: ['{name} 的重放', 'Replay of {name}'],
  replayHint: [
    '重放由保存的网络记录生成，截图是当时看到的样子。',
    'The replay is made from the network record; the screenshot is what was seen.',
  ],
  nothing: ['还没有取得网页内容。', 'Nothing of the page has been captured yet.'],
});

export function PageTab({ detail }: { detail: AttestationDetail }) {
  const say = useWords();
  const [look, setLook] = useState<'screenshot' | 'replay'>('screenshot');
  const { ano, url, replay, manifestSha256 } = detail;
  const name = detail.name || url;
  // Files of a capture are there from the manifest on.
  if (!manifestSha256) return <p className="secondary">{say('nothing')}</p>;
  return (
    <>
      <Completeness detail={detail} />
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
        <>
          <iframe className="replay panel" title={say('replayTitle', { name })} src={replay} />
          <p className="secondary">{say('replayHint')}</p>
        </>
      ) : (
        <Screenshot ano={ano} name={name} />
      )}
    </>
  );
}
