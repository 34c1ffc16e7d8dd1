import './card-picture.css';
import type { CardSide } from '@proofkeep/contract';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/plain/button.tsx';
import { words } from '../ui/words/words.ts';
import { shrinkPicture } from './pictures.ts';
import { useObjectUrl } from './use-object-url.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('card-picture', text);

interface Props {
  side: CardSide;
  /** URL of the picture that was sent before; null if none was. */
  sent: string | null;
  isSending: boolean;
  problem: ReactNode;
  /** Continues with a new picture, or with null for the one sent before. */
  onUse: (file: File | null) => void;
}

/** Takes a picture of one side of an identity card with the camera, or a file. */
export function CardPicture({ side, sent, isSending, problem, onUse }: Props) {
  const t = useWords();
  const [file, setFile] = useState<File | null>(null);
  const own = useObjectUrl(file);
  const shown = own ?? sent;
  const pick = async (picked: File | undefined) => picked && setFile(await shrinkPicture(picked));
  return (
    <>
      {shown ? (
        <img className="phone-card" src={shown} alt={t(side)} />
      ) : (
        <div className="phone-card" data-side={side}>
          <CardOutline side={side} />
          <p className="secondary">{t('frame')}</p>
        </div>
      )}
      <ul className="phone-hints secondary">
        <li>{t('whole')}</li>
        <li>{t('sharp')}</li>
        <li>{t('original')}</li>
      </ul>
      {problem}
      <div className="phone-acts">
        {shown && (
          <Button kind="primary" isBlock isBusy={isSending} onClick={() => onUse(file)}>
            {t('use')}
          </Button>
        )}
        <PickButton label={t(shown ? 'again' : 'camera')} isPrimary={!shown} capture onPick={pick} />
        <PickButton label={t('file')} onPick={pick} />
      </div>
    </>
  );
}

interface PickProps {
  label: string;
  isPrimary?: boolean;
  /** Opens the camera at once, if the phone has one. */
  capture?: boolean;
  onPick: (file: File | undefined) => void;
}

/** A file input styled as a button that stays keyboard accessible. */
function PickButton({ label, isPrimary = false, capture = false, onPick }: PickProps) {
  return (
    <label className="button block phone-pick" data-kind={isPrimary ? 'primary' : 'default'}>
      {label}
      <input
        type="file"
        accept="image/*"
        {...(capture ? { capture: 'environment' } : {})}
        onChange={({ target }) => onPick(target.files?.[0])}
      />
    </label>
  );
}

const CardOutline = ({ side }: { side: CardSide }) => (
  <svg viewBox="0 0 86 54" width={172} height={108} aria-hidden="true">
    <rect x="1" y="1" width="84" height="52" rx="4" fill="none" stroke="currentColor" />
    {side === 'front' ? (
      <path
        d="M8 12h30M8 20h24M8 28h30M8 46h48M62 14a7 7 0 1 1 0 14 7 7 0 0 1 0-14M51 40c2-9 20-9 22 0"
        fill="none"
        stroke="currentColor"
      />
    ) : (
      <path
        d="M15 10a8 8 0 1 1 0 16 8 8 0 0 1 0-16M32 14h40M32 22h40M30 38h42M30 46h42"
        fill="none"
        stroke="currentColor"
      />
    )}
  </svg>
);
