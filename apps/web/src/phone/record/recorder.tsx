import type { SegmentHeader } from '@proofkeep/bundle';
import { onlineManager } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/plain/button.tsx';
import { words } from '../../ui/words/words.ts';
import { askStatus, clockReading } from './clock.ts';
import type { OwnDevice } from './database.ts';
import { type EndReason, Recording } from './recording.ts';
import { reload } from './shell/current.ts';
import { type ShellState, useOfflineShell } from './shell/use-offline-shell.ts';
import { Uploader, type UploadState } from './upload.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('record', text);
const compareMs = 60_000;

interface Props {
  device: OwnDevice;
  onUnbound: () => void;
}

/** Camera, one button, and what was sent so far. */
export function Recorder({ device, onUnbound }: Props) {
  const t = useWords();
  const { upload, wake, deleteRefused } = useUploader(device.id, onUnbound);
  const shell = useOfflineShell();
  const [recording, setRecording] = useState<Recording | null>(null);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [fault, setFault] = useState<'noCamera' | EndReason | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [position, setPosition] = useState<SegmentHeader['positions'][number] | null>(null);

  const start = async () => {
    setBusy(true);
    setFault(null);
    let opened: MediaStream | undefined;
    try {
      const camera = await openCamera();
      opened = camera;
      // Otherwise the browser may delete segments when it needs space.
      void navigator.storage?.persist().catch(() => {});
      const made: Recording = new Recording(device, camera, {
        onSegment: (found) => {
          if (found) setPosition(found);
          wake();
        },
        onEnd: (reason) => {
          setFault(reason);
          void end(made, camera);
        },
      });
      setStream(camera);
      setRecording(made);
    } catch {
      release(opened);
      setFault('noCamera');
    }
    setBusy(false);
  };
  const end = async (ended: Recording, camera: MediaStream) => {
    setBusy(true);
    try {
      await ended.stop();
    } catch {
      setFault('failed');
    } finally {
      release(camera);
      setRecording(null);
      setStream(null);
      setBusy(false);
      wake();
    }
  };
  useStayAwake(recording !== null);
  const mayReload = (upload.state === 'outdated' || shell.isOutdated) && !recording && !isBusy;
  useEffect(() => (mayReload ? reload() : undefined), [mayReload]);
  const isOnline = useSyncExternalStore(subscribeOnline, () => onlineManager.isOnline());

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
      {upload.refused > 0 && <Refused count={upload.refused} onDelete={deleteRefused} />}
      <p className="secondary phone-record-word">{t('word')}</p>
      <div className="phone-acts">
        <Button
          kind="primary"
          isBusy={isBusy}
          onClick={() => void (recording && stream ? end(recording, stream) : start())}
        >
          {t(recording ? 'stop' : 'start')}
        </Button>
      </div>
    </div>
  );
}

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener);

const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: true,
  });

function release(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
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
  upload: { pending, refused, state },
  position,
  shell,
}: {
  upload: UploadState;
  position: SegmentHeader['positions'][number] | null;
  shell: ShellState;
}) {
  const t = useWords();
  const clock = clockReading();
  const degrees = (e7: number) => (e7 / 1e7).toFixed(5);
  return (
    <dl className="phone-facts panel">
      <div>
        <dt>{t('sent')}</dt>
        <dd>
          <span role="status">
            {pending === 0 ? t(refused > 0 ? 'othersSent' : 'allSent') : t(state, { count: pending })}
          </span>
        </dd>
      </div>
      <div>
        <dt>{t('network')}</dt>
        <dd>{t(`shell-${shell}`)}</dd>
      </div>
      <div>
        <dt>{t('position')}</dt>
        <dd className="numbers">
          {position
            ? `${degrees(position.latitudeE7)}, ${degrees(position.longitudeE7)} ±${Math.round(position.accuracyCm / 100)} m`
            : t('noPosition')}
        </dd>
      </div>
      <div>
        <dt>{t('clock')}</dt>
        <dd className="numbers">
          {clock ? `${clock.offsetMs > 0 ? '+' : ''}${clock.offsetMs} ms ±${clock.uncertaintyMs} ms` : t('notCompared')}
        </dd>
      </div>
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

/** Sends what is pending, compares the clock each minute, and learns that the device was unbound. */
function useUploader(id: string, onUnbound: () => void) {
  const [upload, setUpload] = useState<UploadState>({ pending: 0, refused: 0, state: 'idle' });
  const uploader = useRef<Uploader>(null);
  useEffect(() => {
    const own = new Uploader(id, setUpload);
    uploader.current = own;
    own.wake();
    const compare = () =>
      void askStatus(id).then(
        ({ state }) => {
          if (state !== 'bound') onUnbound();
        },
        // Offline: the segments say when the clocks were last compared.
        () => undefined,
      );
    compare();
    const timer = setInterval(compare, compareMs);
    return () => {
      clearInterval(timer);
      own.stop();
    };
  }, [id, onUnbound]);
  const wake = useCallback(() => uploader.current?.wake(), []);
  const deleteRefused = useCallback(() => void uploader.current?.deleteRefused(), []);
  return { upload, wake, deleteRefused };
}

/** Keeps the screen on, where the browser can. */
function useStayAwake(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [isOn]);
}
