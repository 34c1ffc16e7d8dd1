import { calls, type PartyRoom, roomPagePath } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { words } from '../../ui/words/words.ts';
import { RoomPage } from './room-page.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('video-pages', text);

const DeviceCheck = lazy(async () => ({ default: (await import('../../ui/room/device-check.tsx')).DeviceCheck }));

/** `/h5video/verify/{roomId}`: the test of camera and microphone, and consent to the recording. */
export function Component() {
  const t = useWords();
  return (
    <RoomPage title={t('verify')}>
      {(room, nid, onChanged) => <Check room={room} nid={nid} onChanged={onChanged} />}
    </RoomPage>
  );
}

function Check({ room, nid, onChanged }: { room: PartyRoom; nid: string; onChanged: () => Promise<unknown> }) {
  const t = useWords();
  const navigate = useNavigate();
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [isAgreed, setAgreed] = useState(room.consentedAt !== null);
  const go = useMutation({
    mutationFn: async () => {
      if (room.consentedAt === null)
        await ask(calls.videoRooms.consentToRecording, { nid, sha256: room.consent.sha256 });
      await onChanged();
    },
    onSuccess: () => navigate(roomPagePath('verify-result', nid)),
    meta: { isShownInPlace: true },
  });
  const isReady = stream !== null && isAgreed;
  return (
    <>
      <p>{t('checkLead')}</p>
      <Suspense>
        <DeviceCheck onStream={setStream} />
      </Suspense>
      <h2>{t('consent')}</h2>
      <ul className="phone-consent panel">
        {room.consent.paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
      {room.consentedAt === null && (
        <label className="phone-check">
          <input type="checkbox" checked={isAgreed} onChange={({ target }) => setAgreed(target.checked)} />
          <span>{t('agree')}</span>
        </label>
      )}
      {go.error && <Alert kind="error" title={toApiError(go.error).message} />}
      <div className="phone-acts">
        {!isReady && <p className="secondary">{t('notReady')}</p>}
        <Button kind="primary" isBlock disabled={!isReady} isBusy={go.isPending} onClick={() => go.mutate()}>
          {t('next')}
        </Button>
      </div>
    </>
  );
}
