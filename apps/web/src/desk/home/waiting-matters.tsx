import { AuditOutlined } from '@ant-design/icons';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('home-matters', text);

/** Longer than the page takes to show what it was opened with. */
const freshMs = 30_000;

/** How many matters wait for the user to pay, correct, confirm or sign. */
export function WaitingMatters() {
  const t = useWords();
  const { data } = useQuery({
    ...queryOf(calls.notarization.matters, { view: 'wait-me', size: 1 }),
    staleTime: freshMs,
  });
  const count = data?.counts['wait-me'] ?? 0;
  if (count === 0) return null;
  return (
    <section className="home-part panel home-matters" aria-label={t('title')}>
      <AuditOutlined aria-hidden />
      <p>{t('waiting', { count })}</p>
      <LinkButton to={paths.matters('wait-me')}>{t('open')}</LinkButton>
    </section>
  );
}
