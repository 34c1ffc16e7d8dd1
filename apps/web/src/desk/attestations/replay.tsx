import { ReplayTold } from '@proofkeep/contract';
import { Alert, Button } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { words } from '../../ui/words.ts';
import { refresh } from './acts.ts';

const useWords = words('replay', {
  title: ['{name} 的重放', 'Replay of {name}'],
  hint: [
    '重放由保存的网络记录生成，截图是当时看到的样子。',
    'The replay is made from the network record; the screenshot is what was seen.',
  ],
  missed: ['重放没有加载出来', 'The replay did not load'],
  kept: [
    '证据不受影响，截图仍可查看。请检查网络后重新加载；仍不能加载时，请更新浏览器，并允许网站存储数据。',
    'The evidence is not affected, and the screenshot can still be viewed. Check your connection and load it again. If it still does not load, update your browser and let sites store data.',
  ],
  again: ['重新加载', 'Load again'],
});

/** The frame tells at once that it has begun: where nothing is heard for so long, nothing of ours is in it. */
const silentMs = 15_000;

export function Replay({ address, name }: { address: string; name: string }) {
  const say = useWords();
  const frame = useRef<HTMLIFrameElement>(null);
  const [turn, setTurn] = useState(0);
  const isMissed = useMissed(frame, `${turn} ${address}`);
  return (
    <>
      {isMissed && (
        <Alert
          type="warning"
          showIcon
          title={say('missed')}
          description={
            <>
              <p className="replay-kept">{say('kept')}</p>
              <Button
                onClick={() => {
                  setTurn(turn + 1);
                  // Its address may have expired.
                  void refresh();
                }}
              >
                {say('again')}
              </Button>
            </>
          }
        />
      )}
      {/* Hidden it goes on: what comes late is shown all the same. */}
      <iframe
        key={`${turn} ${address}`}
        ref={frame}
        hidden={isMissed}
        className="replay panel"
        title={say('title', { name })}
        src={address}
      />
      {!isMissed && <p className="secondary">{say('hint')}</p>}
    </>
  );
}

/** Whether the replay in the frame did not come, as the frame tells it or by its silence. */
function useMissed(frame: RefObject<HTMLIFrameElement | null>, load: string): boolean {
  const [missed, setMissed] = useState<string>();
  useEffect(() => {
    const silent = setTimeout(() => setMissed(load), silentMs);
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      const told = source === frame.current?.contentWindow ? ReplayTold.safeParse(data) : undefined;
      if (!told?.success) return;
      clearTimeout(silent);
      setMissed(told.data.replay === 'failed' ? load : undefined);
    };
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(silent);
      window.removeEventListener('message', hear);
    };
  }, [frame, load]);
  return missed === load;
}
