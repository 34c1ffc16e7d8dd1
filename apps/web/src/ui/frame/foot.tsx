import './foot.css';
import { Link } from 'react-router';
import { paths } from '../address/paths.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('foot', text);

/** Links to the public pages, below the desk and the sign-in page. */
export function Foot() {
  const t = useWords();
  return (
    <nav className="foot" aria-label={t('label')}>
      <Link to={paths.query}>{t('query')}</Link>
      <Link to={paths.chain}>{t('chain')}</Link>
      <Link to={paths.prices}>{t('prices')}</Link>
      <Link to={paths.docs}>{t('calls')}</Link>
      <Link to={paths.report}>{t('report')}</Link>
    </nav>
  );
}
