import './query.css';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { useOnline } from '../../ui/notices/use-online.ts';
import { words } from '../../ui/words/words.ts';
import { BundleTab } from './bundle-tab.tsx';
import { CertificateTab } from './certificate-tab.tsx';
import { FileTab } from './file-tab.tsx';
import { HolderTab } from './holder-tab.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('query', text);

/** Loaded only after a scan of the code of a matter's document. */
const MatterResult = lazy(async () => ({ default: (await import('./matter/matter-result.tsx')).MatterResult }));

/** The last one is opened by the QR code of a certificate, and has no link of its own. */
const ways = { bundle: BundleTab, file: FileTab, holder: HolderTab, certificate: CertificateTab } as const;
const linked = ['bundle', 'file', 'holder'] as const;
type Way = keyof typeof ways;

/** Three ways to look up evidence without an account; the URL keeps the active tab. */
export function Component() {
  const t = useWords();
  const [query] = useSearchParams();
  const isOnline = useOnline();
  useTitle(t('title'));
  const asked = query.get('by') ?? '';
  const way: Way = Object.hasOwn(ways, asked) ? (asked as Way) : 'bundle';
  const Tab = ways[way];
  const matter = query.get('matter');
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="secondary public-intro">
        {t(matter ? 'matterIntro' : 'intro')} {!matter && <Link to={paths.sampleProof}>{t('sample')}</Link>}
      </p>
      <nav className="query-ways" aria-label={t('ways')}>
        {linked.map((one) => (
          <Link
            key={one}
            to={one === 'bundle' ? '?' : `?by=${one}`}
            aria-current={one === way && !matter ? 'page' : undefined}
          >
            {t(one)}
          </Link>
        ))}
      </nav>
      {!isOnline && (way !== 'bundle' || matter) && <p className="query-offline">{t('offline')}</p>}
      {matter ? (
        <Suspense>
          <MatterResult no={matter} />
        </Suspense>
      ) : (
        <Tab />
      )}
    </>
  );
}
