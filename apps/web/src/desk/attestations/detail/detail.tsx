import '../attestations.css';
import './detail.css';
import { type AttestationDetail, isCapturedKind } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { type ComponentType, lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { isApiError } from '../../../api/api-error.ts';
import { paths } from '../../../ui/address/paths.ts';
import { useTitle } from '../../../ui/address/title.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { ErrorPanel } from '../../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { words } from '../../../ui/words/words.ts';
import { infoOf } from '../acts.ts';
import { CaptureStepLine } from '../capture-step.tsx';
import { Facts } from '../facts.tsx';
import { Failure } from '../failure.tsx';
import { Unpaid } from '../unpaid.tsx';
import { CertificateTab } from './certificate-tab.tsx';
import { DetailHeader } from './detail-header.tsx';
import { FilesTab } from './files-tab.tsx';
import { Notes } from './notes.tsx';
import { PageTab } from './page-tab.tsx';
import { ProductTab } from './product/product-tab.tsx';
import { ProofsTab } from './proofs-tab.tsx';
import { SessionTab } from './session-tab.tsx';
import { SubmittedTab } from './submitted-tab.tsx';
import { Timeline } from './timeline.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('attestation', text);

/** Loaded lazily: few visits open them. */
const SecondTab = lazy(async () => ({ default: (await import('./second-tab.tsx')).SecondTab }));
const ShareTab = lazy(async () => ({ default: (await import('./share/share-tab.tsx')).ShareTab }));

export function Component() {
  const t = useWords();
  const { ano = '' } = useParams();
  useTitle(t('title', { ano }));
  const { data, error, refetch } = useQuery(infoOf(ano));
  if (data) return <Detail detail={data} />;
  if (isApiError(error, 'NOT_FOUND')) return <NoSuch ano={ano} />;
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  return <Skeleton rows={8} />;
}

function NoSuch({ ano }: { ano: string }) {
  const t = useWords();
  return (
    <div className="attestations-detail-missing">
      <h1>{t('missing')}</h1>
      <p>{t('missingHint', { ano })}</p>
      <LinkButton to={paths.attestations} type="primary">
        {t('list')}
      </LinkButton>
    </div>
  );
}

const tabs: Record<
  'product' | 'page' | 'second' | 'session' | 'submitted' | 'files' | 'proofs' | 'timeline' | 'certificate' | 'share',
  ComponentType<{ detail: AttestationDetail }>
> = {
  product: ProductTab,
  page: PageTab,
  second: SecondTab,
  session: SessionTab,
  submitted: SubmittedTab,
  files: FilesTab,
  proofs: ProofsTab,
  timeline: Timeline,
  certificate: CertificateTab,
  share: ShareTab,
};

/** Tabs of a kind, the first shown first. */
const tabsOf = ({ kind, second }: AttestationDetail): (keyof typeof tabs)[] => [
  ...(kind === 'ecommerce' ? (['product'] as const) : []),
  kind === 'live' ? 'session' : isCapturedKind(kind) ? 'page' : 'submitted',
  ...(second ? (['second'] as const) : []),
  'files',
  'proofs',
  'timeline',
  'certificate',
  'share',
];

function Detail({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const names = tabsOf(detail);
  const active = names.find((name) => name === query.get('tab')) ?? names[0];
  return (
    <article className="attestations-detail">
      <DetailHeader detail={detail} />
      <Under detail={detail} />
      <div className="attestations-detail-body">
        <Tabs
          // Tabs that don't fit on a phone would go into a menu that isn't a tab.
          className={names.length > 5 ? 'attestations-detail-narrow-tabs' : undefined}
          activeKey={active}
          destroyOnHidden
          tabBarGutter={names.length > 5 ? 10 : 16}
          onChange={(tab) => setQuery(tab === names[0] ? {} : { tab }, { replace: true })}
          items={names.map((name) => {
            const Tab = tabs[name];
            return {
              key: name,
              label: t(name),
              children: (
                <Suspense fallback={<Skeleton />}>
                  <Tab detail={detail} />
                </Suspense>
              ),
            };
          })}
        />
        <aside className="attestations-detail-side panel" aria-label={t('facts')}>
          <Notes key={detail.ano} detail={detail} />
          <Facts detail={detail} />
        </aside>
      </div>
    </article>
  );
}

/** Payment, progress or failure, above everything else. */
function Under({ detail }: { detail: AttestationDetail }) {
  if (detail.state === 'unpaid') return <Unpaid row={detail} />;
  if (detail.state === 'failed') return <Failure row={detail} />;
  const isUnderWay = detail.state === 'queuing' || detail.state === 'capturing' || detail.state === 'sealing';
  if (!isUnderWay) return null;
  return (
    <div className="panel attestations-detail-doing">
      <CaptureStepLine row={detail} />
    </div>
  );
}
