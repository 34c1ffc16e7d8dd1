import type { SegmentHeader } from '@proofkeep/bundle';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Fact } from '../../ui/kit/fact.tsx';
import { useOnline } from '../../ui/notices/use-online.ts';
import { Button } from '../../ui/plain/button.tsx';
import { words } from '../../ui/words/words.ts';
import { askStatus, clockReading } from './clock.ts';
import type { OwnDevice } from './database.ts';
import type { Recording } from './recording.ts';
import { reload } from './shell/current.ts';
import { type ShellState, useOfflineShell } from './shell/use-offline-shell.ts';
import { sentWords, Uploader, type UploadState } from './upload.ts';
import { useRecording } from './use-recording.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('record', text);
const compareMs = 60_000;

interface Props {
  device: OwnDevice;
  onUnbound: () => void;
}

/** Camera, one button, and the upload progress. */
export function Recorder({ device, onUnbound }: Props) {
  const t = useWords();
  const { upload, isUnbound, wake, deleteRefused } = useUploader(device.id);
  const shell = useOfflineShell();
  const { recording, stream, fault, isBusy, position, start, stop } = useRecording(device, wake);
  useStayAwake(recording !== null);
  const mayReload = (upload?.state === 'outdated' || shell.isOutdated) && !recording && !isBusy;
  useEffect(() => (mayReload ? reload() : undefined), [mayReload]);
  // A recording that runs is not cut off: its user ends it.
  const isOver = isUnbound && !recording && !isBusy;
  useEffect(() => (isOver ? onUnbound() : undefined), [isOver, onUnbound]);
  const isOnline = useOnline();

  return (
    <div className="phone-page phone-record" data-offline={!isOnline}>
      <h1>{device.name}</h1>
      <Picture stream={stream} hint={t('ready')} />
      <p className="phone-record-elapsed numbers" role="timer" aria-label={t('elapsed')}>
        {recording ? <Elapsed recording={recording} /> : '00:00'}
        {recording && <span className="phone-record-live">{t('recording')}</span>}
      </p>
      {fault && (
        <p role="alert" className="phone-warning">
          {t(fault)}
        </p>
      )}
      <Facts upload={upload} position={position} shell={shell.state} />
      {upload !== null && upload.refused > 0 && <Refused count={upload.refused} onDelete={deleteRefused} />}
      <p className="secondary phone-record-word">{t('word')}</p>
      <div className="phone-acts">
        <Button kind="primary" isBusy={isBusy} onClick={recording ? stop : start}>
          {t(recording ? 'stop' : 'start')}
        </Button>
      </div>
    </div>
  );
}

function Picture({ stream, hint }: { stream: MediaStream | null; hint: string }) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [stream]);
  return (
    <div className="phone-record-picture">
      <video ref={ref} autoPlay muted playsInline hidden={!stream} />
      {!stream && <p>{hint}</p>}
    </div>
  );
}

function Elapsed({ recording }: { recording: Recording }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor(recording.elapsedMs / 1000)), 250);
    return () => clearInterval(timer);
  }, [recording]);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

function Facts({
  upload,
  position,
  shell,
}: {
  upload: UploadState | null;
  position: SegmentHeader['positions'][number] | null;
  shell: ShellState;
}) {
  const t = useWords();
  const clock = clockReading();
  const degrees = (e7: number) => (e7 / 1e7).toFixed(5);
  return (
    <dl className="phone-facts panel">
      <Fact name={t('sent')}>
        <span role="status">{t(sentWords(upload), { count: upload?.pending ?? 0 })}</span>
      </Fact>
      <Fact name={t('network')}>{t(`shell-${shell}`)}</Fact>
      <Fact name={t('position')}>
        <span className="numbers">
          {position
            ? `${degrees(position.latitudeE7)}, ${degrees(position.longitudeE7)} ±${Math.round(position.accuracyCm / 100)} m`
            : t('noPosition')}
        </span>
      </Fact>
      <Fact name={t('clock')}>
        <span className="numbers">
          {clock ? `${clock.offsetMs > 0 ? '+' : ''}${clock.offsetMs} ms ±${clock.uncertaintyMs} ms` : t('notCompared')}
        </span>
      </Fact>
    </dl>
  );
}

/** A recording that the service refused for good stays on the phone until its user deletes it, in two steps. */
function Refused({ count, onDelete }: { count: number; onDelete: () => void }) {
  const t = useWords();
  const [isAsked, setAsked] = useState(false);
  return (
    <div role="alert" className="phone-warning">
      <p>{t('refused', { count })}</p>
      <Button onClick={isAsked ? onDelete : () => setAsked(true)}>{t(isAsked ? 'deleteNow' : 'delete')}</Button>
    </div>
  );
}

/** Sends pending segments, compares the clock each minute, and notices that the device was unbound. */
function useUploader(id: string) {
  const [isUnbound, setUnbound] = useState(false);
  const [upload, setUpload] = useState<UploadState | null>(null);
  const uploader = useRef<Uploader>(null);
  useEffect(() => {
    const own = new Uploader(id, setUpload);
    uploader.current = own;
    own.wake();
    const compare = () =>
      void askStatus(id).then(
        ({ state }) => {
          setUnbound(state !== 'bound');
        },
        // Ignored offline: the segments state when the clocks were last compared.
        () => undefined,
      );
    compare();
    const timer = setInterval(compare, compareMs);
    return () => {
      clearInterval(timer);
      own.stop();
    };
  }, [id]);
  const wake = useCallback(() => uploader.current?.wake(), []);
  const deleteRefused = useCallback(() => void uploader.current?.deleteRefused(), []);
  return { upload, isUnbound, wake, deleteRefused };
}

/** Keeps the screen on, if the browser can. */
function useStayAwake(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [isOn]);
}
