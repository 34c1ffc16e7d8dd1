import { type VideoStep, videoRules } from '@proofkeep/contract';
import { useEffect, useRef } from 'react';
import { Alert } from '../../ui/plain/alert.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { words } from '../../ui/words/words.ts';
import { useObjectUrl } from '../use-object-url.ts';
import { Problem } from './problem.tsx';
import { Repeated } from './repeated.tsx';
import type { TaskProps } from './task-page.tsx';
import { useVideo } from './use-video.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-video', text);

type Video = ReturnType<typeof useVideo>;

/**
 * Records a portrait with digits read aloud, or a statement; each in the order prepare, preview, record, watch, send.
 */
export function VideoTask({ step, nid, matter, advance }: TaskProps & { step: VideoStep }) {
  const video = useVideo({ nid, partyId: matter.person.id, step, onSent: advance });
  return (
    <>
      <Repeated matter={matter} kinds={[step]} />
      {video.phase === 'ready' && <Ready step={step} video={video} />}
      {video.phase === 'preview' && <Preview video={video} />}
      {video.phase === 'recording' && <Recording step={step} video={video} />}
      {video.phase === 'file' && <FromFile video={video} />}
      {video.phase === 'review' && <Review video={video} />}
    </>
  );
}

function Ready({ step, video }: { step: VideoStep; video: Video }) {
  const t = useWords();
  return (
    <>
      <ol className="phone-list">
        <li>{t('place')}</li>
        <li>{t('face')}</li>
        <li>{t(step === 'live-video' ? 'digits' : 'statement')}</li>
      </ol>
      {video.problem && (
        <Alert kind="error" title={t(`camera-${video.problem}`)}>
          <p>{t('fallback')}</p>
        </Alert>
      )}
      <Problem error={video.error} />
      <div className="phone-acts">
        <Button kind="primary" isBlock onClick={video.open}>
          {t(video.problem ? 'openAgain' : 'open')}
        </Button>
        {video.problem && (
          <Button isBlock isBusy={video.isBusy} onClick={video.useFile}>
            {t('useFile')}
          </Button>
        )}
      </div>
    </>
  );
}

function Preview({ video }: { video: Video }) {
  const t = useWords();
  return (
    <>
      <Camera stream={video.stream} />
      <p className="phone-center">{t('look')}</p>
      <Problem error={video.error} />
      <div className="phone-acts">
        <Button kind="primary" isBlock isBusy={video.isBusy} onClick={video.record}>
          {t('record')}
        </Button>
      </div>
    </>
  );
}

function Recording({ step, video }: { step: VideoStep; video: Video }) {
  const t = useWords();
  return (
    <>
      <p className="phone-recording" role="status">
        {t('recording')}
      </p>
      {step === 'live-video' ? (
        <Digits digits={video.digits} />
      ) : (
        <p className="phone-statement" aria-live="assertive">
          {video.statement ?? t('wait')}
        </p>
      )}
      <Camera stream={video.stream} />
      {step === 'objective-video' && (
        <div className="phone-acts">
          <Button kind="primary" isBlock disabled={video.statement === null} onClick={video.finish}>
            {t('finish')}
          </Button>
        </div>
      )}
    </>
  );
}

/** One digit at a time, as large as the screen allows. */
function Digits({ digits }: { digits: string }) {
  const t = useWords();
  return (
    <div className="phone-digit">
      <p>{t('aloud')}</p>
      <p className="phone-digit-now numbers" aria-live="assertive">
        {digits.at(-1) ?? '…'}
      </p>
      <p className="secondary numbers">{t('digitOf', { at: digits.length, of: videoRules.digits })}</p>
    </div>
  );
}

function FromFile({ video }: { video: Video }) {
  const t = useWords();
  return (
    <>
      <p>{t('fileHow')}</p>
      <p className="phone-statement" aria-live="polite">
        {video.statement ?? ([...video.digits].join(' ') || t('wait'))}
      </p>
      <p className="phone-warning">{t('fileReview')}</p>
      {video.areDigitsShown && (
        <div className="phone-acts">
          <label className="button block phone-pick" data-kind="primary">
            {t('camera')}
            <input
              type="file"
              accept="video/*"
              capture="user"
              onChange={({ target }) => target.files?.[0] && video.takeFile(target.files[0])}
            />
          </label>
        </div>
      )}
    </>
  );
}

function Review({ video }: { video: Video }) {
  const t = useWords();
  const { file, isSending, sentPercent } = video;
  const url = useObjectUrl(file);
  const isTooLarge = file !== null && file.size > videoRules.maxBytes;
  return (
    <>
      {/* It is the party's own recording, so there are no captions. */}
      {url && <video className="phone-camera" src={url} controls playsInline />}
      <p>{t('watch')}</p>
      {isTooLarge && <Alert kind="error" title={t('large', { most: videoRules.maxBytes / 2 ** 20 })} />}
      {isSending && (
        <div className="phone-sending">
          <p role="status" className="numbers">
            {t('sending', { percent: sentPercent })}
          </p>
          <progress max={100} value={sentPercent} aria-hidden="true" />
          <p className="secondary">{t('resumes')}</p>
        </div>
      )}
      <Problem error={video.error} />
      <div className="phone-acts">
        <Button kind="primary" isBlock disabled={isTooLarge} isBusy={isSending} onClick={video.send}>
          {t(video.isBegun ? 'sendOn' : 'send')}
        </Button>
        <Button isBlock disabled={isSending} onClick={video.again}>
          {t('again')}
        </Button>
      </div>
    </>
  );
}

/** The camera's picture, mirrored. */
function Camera({ stream }: { stream: MediaStream | null }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} className="phone-camera" data-mirrored="" autoPlay playsInline muted />;
}
