import type { Me } from '@proofkeep/contract';
import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-first', text);

/** First steps for a new user, in order; members with read access learn what will be here. */
export function FirstSteps({ me }: { me: Me }) {
  const t = useWords();
  const mayPreserve = me.permissions.includes('preserve');
  if (!mayPreserve) return <EmptyState title={t('title')} hint={t('others')} />;
  const left = me.packageQuotas?.find(({ service }) => service === 'page')?.left ?? 0;
  return (
    <section className="home-first panel" aria-labelledby="home-first">
      <h2 id="home-first">{t('title')}</h2>
      <p className="secondary">{t('hint')}</p>
      <ol>
        <li>
          <h3>{t('one')}</h3>
          <p className="secondary">{t('oneHint')}</p>
          {left > 0 && <p>{t('free', { count: left })}</p>}
          <LinkButton to={paths.preserve} type="primary" size="large">
            {t('preserve')}
          </LinkButton>
        </li>
        <li>
          <h3>{t('two')}</h3>
          <p className="secondary">{t('twoHint')}</p>
        </li>
        <li>
          <h3>{t('three')}</h3>
          <p className="secondary">{t('threeHint')}</p>
          <Link to={paths.query}>{t('verify')}</Link>
        </li>
      </ol>
    </section>
  );
}
