import './room.css';
import { useEffect, useRef, useState } from 'react';
import { closeDevices, DeviceError } from '../kit/devices.ts';
import { Alert } from '../plain/alert.tsx';
import { Button } from '../plain/button.tsx';
import { words } from '../words/words.ts';
import { DeviceSelects } from './device-selects.tsx';
import { checkedDevices, type DeviceChoice, type MediaProblem, openChosen, rememberDevices } from './media.ts';
import { Video } from './video.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('room-media', text);

interface Props {
  /** Called with the open devices, and with null once the check has closed them. */
  onStream: (stream: MediaStream | null) => void;
}

/** Shows the user's own picture and microphone level, and lets them choose devices. */
export function DeviceCheck({ onStream }: Props) {
  const t = useWords();
  const [choice, setChoice] = useState<DeviceChoice>(() => checkedDevices() ?? {});
  /** The open devices, or those that were open last. */
  const [used, setUsed] = useState<DeviceChoice>({});
  const [isFallback, setFallback] = useState(false);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<MediaProblem | null>(null);
  const changed = useRef(onStream);
  useEffect(() => {
    changed.current = onStream;
  });
  useEffect(() => {
    const leaving = new AbortController();
    let opened: MediaStream | null = null;
    setProblem(null);
    openChosen(choice, leaving.signal).then(
      (found) => {
        if (!found) return;
        opened = found.stream;
        setFallback(found.isFallback);
        setUsed(rememberDevices(opened));
        setStream(opened);
        changed.current(opened);
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setProblem(error instanceof DeviceError ? error.problem : 'busy');
      },
    );
    return () => {
      leaving.abort();
      if (!opened) return;
      // Some phones can't open two cameras at once.
      closeDevices(opened);
      setStream(null);
      changed.current(null);
    };
  }, [choice]);
  return (
    <div className="room-check">
      {problem && (
        <Alert kind="error" title={t(problem)} action={<Button onClick={() => setChoice({})}>{t('retry')}</Button>} />
      )}
      {!stream && !problem && <p role="status">{t('opening')}</p>}
      {stream && (
        <>
          {isFallback && <Alert kind="info" title={t('fallback')} />}
          <Video stream={stream} isOwn />
          <Level stream={stream} />
        </>
      )}
      <DeviceSelects stream={stream} used={stream ? used : { ...used, ...choice }} onChoose={setChoice} />
    </div>
  );
}

/** Reports the microphone level ten times a second. */
function Level({ stream }: { stream: MediaStream }) {
  const t = useWords();
  const [level, setLevel] = useState(0);
  useEffect(() => {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Uint8Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getByteTimeDomainData(samples);
      setLevel(Math.max(...samples.map((sample) => Math.abs(sample - 128))) / 128);
    }, 100);
    return () => {
      clearInterval(timer);
      void context.close();
    };
  }, [stream]);
  return (
    <div className="room-level">
      <meter min={0} max={1} value={level} aria-label={t('level')} />
      <span className="secondary">{t('speak')}</span>
    </div>
  );
}
