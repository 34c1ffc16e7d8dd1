import { FullscreenOutlined } from '@ant-design/icons';
import { calls, ReplayTold } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { words } from '../../../ui/words/words.ts';
import { useFit } from './fit.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('replay', text);

/** The frame tells at once that it has begun: where nothing is heard for so long, nothing of ours is in it. */
const silentMs = 15_000;
/** Where there is no screenshot to tell it (contract: CaptureJob). */
const usualPx = 1440;

/** An address ends 15 minutes after it was last asked for (contract: openReplay). */
const renewalMs = 5 * 60_000;

export function Replay({ ano, name }: { ano: string; name: string }) {
  const say = useWords();
  const stage = useRef<HTMLElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [turn, setTurn] = useState(0);
  const { data, refetch } = useQuery({
    ...queryOf(calls.attestations.openReplay, { ano }),
    // What was asked for earlier may have ended.
    gcTime: 0,
    refetchInterval: renewalMs,
  });
  const address = data?.address;
  const isMissed = useMissed(frame, `${turn} ${address}`);
  const fit = useFit(stage, useWidth(ano));
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
                  // The address may have ended.
                  void refetch();
                }}
              >
                {say('again')}
              </Button>
            </>
          }
        />
      )}
      {/* Hidden it goes on: what comes late is shown all the same. */}
      <section
        ref={stage}
        hidden={isMissed}
        className="replay panel"
        aria-label={say('region', { name })}
        // Reached by keyboard, so that it can be scrolled by it.
        tabIndex={0}
      >
        <div style={fit.room}>
          {address && (
            <iframe
              key={`${turn} ${address}`}
              ref={frame}
              style={fit.frame}
              title={say('title', { name })}
              src={address}
            />
          )}
        </div>
      </section>
      {!isMissed && (
        <div className="replay-foot">
          <p className="secondary">{say('hint')}</p>
          {document.fullscreenEnabled && (
            <Button icon={<FullscreenOutlined aria-hidden />} onClick={() => void stage.current?.requestFullscreen()}>
              {say('whole')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** How wide the window was that the page was captured in. */
function useWidth(ano: string): number {
  const { data } = useQuery(queryOf(calls.attestations.pictures, { anos: [ano] }));
  return data?.list[0]?.tiles[0]?.widthPx ?? usualPx;
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
