import { calls, type PersonalCertification } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { isApiError, toApiError } from '../../api/api-error.ts';
import { ask, linkTo } from '../../api/ask.ts';
import { Alert } from '../../ui/plain/alert.tsx';
import { words } from '../../ui/words/words.ts';
import { CardPicture } from '../card-picture.tsx';
import { type Pictures, picturesSent } from './pictures-sent.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('user-verification', text);

/** Loads once the quota is full. */
const OwnUploads = lazy(async () => ({ default: (await import('./own-uploads.tsx')).OwnUploads }));

/** Loads after the pictures. */
const DataForm = lazy(async () => ({ default: (await import('./data-form.tsx')).DataForm }));

/** Both sides of the card, then the data. */
export function Verification({ certification }: { certification: PersonalCertification }) {
  const t = useWords();
  const { front, back } = certification;
  const [pictures, setPictures] = useState<Pictures>(
    () => picturesSent.read() ?? { front: front?.fileId ?? null, back: back?.fileId ?? null },
  );
  const [side, setSide] = useState<'front' | 'back' | null>(pictures.front ? (pictures.back ? null : 'back') : 'front');
  const keep = (now: Pictures) => {
    picturesSent.keep(now);
    setPictures(now);
  };
  const at = side === 'front' ? 1 : side === 'back' ? 2 : 3;
  return (
    <div className="phone-page">
      <div className="phone-progress">
        <progress max={3} value={at} aria-hidden="true" />
        <p className="secondary numbers">{t('progress', { at })}</p>
      </div>
      <h1>{t('title')}</h1>
      {side ? (
        <Side
          key={side}
          side={side}
          fileId={pictures[side]}
          onSent={(fileId) => {
            keep({ ...pictures, [side]: fileId });
            setSide(side === 'front' ? 'back' : null);
          }}
        />
      ) : (
        <Suspense>
          <DataForm
            front={pictures.front ?? ''}
            back={pictures.back ?? ''}
            isWithProvider={certification.provider !== 'development'}
            onBack={() => setSide('front')}
          />
        </Suspense>
      )}
    </div>
  );
}

interface SideProps {
  side: 'front' | 'back';
  fileId: string | null;
  onSent: (fileId: string) => void;
}

function Side({ side, fileId, onSent }: SideProps) {
  const t = useWords();
  const send = useMutation({
    mutationFn: async (file: File | null) => {
      if (!file) return fileId ?? '';
      const call = side === 'front' ? calls.certification.identityFront : calls.certification.identityBack;
      return (await ask(call, {}, { file })).fileId;
    },
    onSuccess: onSent,
    meta: { isShownInPlace: true },
  });
  return (
    <>
      <p>{t(side)}</p>
      <CardPicture
        side={side}
        sent={fileId ? linkTo(calls.uploads.upload, { id: fileId }) : null}
        isSending={send.isPending}
        problem={
          send.error && (
            <>
              <Alert kind="error" title={toApiError(send.error).message} />
              {isApiError(send.error, 'UPLOAD_QUOTA') && (
                <Suspense>
                  <OwnUploads />
                </Suspense>
              )}
            </>
          )
        }
        onUse={(file) => send.mutate(file)}
      />
    </>
  );
}
