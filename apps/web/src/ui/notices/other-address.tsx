import { useLocation } from 'react-router';
import { words } from '../words/words.ts';
import { publicUrl } from './public-url.ts';
import { TopLine } from './top-line.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('other-address', text);

/**
 * A bar on every page opened at a URL other than `PUBLIC_URL`: payments return there, without this session, and only
 * its pages may frame replays. It links to the same page there.
 */
export function OtherAddress() {
  const t = useWords();
  const { pathname, search, hash } = useLocation();
  if (publicUrl === null) return null;
  const there = new URL(pathname + search + hash, publicUrl).href;
  return (
    <TopLine label={t('label')}>
      <span>{t('reason', { here: location.host })}</span>
      <a href={there}>{t('open', { host: new URL(publicUrl).host })}</a>
    </TopLine>
  );
}
