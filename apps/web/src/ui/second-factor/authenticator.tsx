import { useMemo } from 'react';
import { encode } from 'uqr';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-authenticator', text);

/** Secret for an authenticator app, as QR code and as text. */
export function Authenticator({ secret, uri }: { secret: string; uri: string }) {
  const t = useWords();
  return (
    <div className="authenticator">
      <p>{t('scan')}</p>
      <QrCode text={uri} label={t('picture')} />
      <p className="secondary">{t('type')}</p>
      <code className="authenticator-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    </div>
  );
}

/** Dark on white in every theme for cameras, with a quiet zone of four modules (ISO/IEC 18004 §9.1). */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const qr = encode(text, { ecc: 'M', border: 4 });
    const dark = qr.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: qr.size, path: dark.join('') };
  }, [text]);
  return (
    <svg className="authenticator-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
