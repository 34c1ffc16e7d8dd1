import { useLocation } from 'react-router';
import { words } from '../words/words.ts';
import { TopLine } from './top-line.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('other-address', text);

/** `PUBLIC_URL` of the service, which it writes into the document; null in a document that it didn't send. */
const publicUrl = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content ?? null;

/**
 * A bar on every page opened at an address other than `PUBLIC_URL`: payments return there, without this session, and replays
 * may be framed from there alone. It leads to the same page there.
 */
export function OtherAddress() {
  const t = useWords();
  const { pathname, search, hash } = useLocation();
  if (publicUrl === null || new URL(publicUrl).origin === location.origin) return null;
  const there = new URL(pathname + search + hash, publicUrl).href;
  return (
    <TopLine label={t('label')}>
      <span>{t('reason', { here: location.host })}</span>
      <a href={there}>{t('open', { host: new URL(publicUrl).host })}</a>
    </TopLine>
  );
}
