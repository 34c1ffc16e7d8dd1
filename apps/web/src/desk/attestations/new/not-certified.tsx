import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-applicant', text);

/**
 * Says before a capture what its certificate will state about the applicant. Shown to holders only: a member can neither
 * see nor change the holder's personal certification.
 */
export function NotCertified() {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const isHolder = me?.role === 'main' && me.person.userId === me.userId;
  if (!isHolder || Object.values(me.certification).includes('approved')) return null;
  return (
    <p className="secondary attestations-new-applicant">
      {t('uncertified')} <Link to={paths.personal}>{t('certify')}</Link>
    </p>
  );
}
