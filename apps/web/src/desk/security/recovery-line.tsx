import { WarningOutlined } from '@ant-design/icons';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { TopLine } from '../../ui/notices/top-line.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('recovery-line', text);

/** Banner shown while a request to remove the user's second factors is open. */
export function RecoveryLine() {
  const t = useWords();
  const { data } = useQuery(queryOf(calls.home.notices, {}));
  if (!data?.isRecoveryOpen) return null;
  return (
    <TopLine label={t('label')}>
      <span>
        <WarningOutlined aria-hidden /> {t('open')}
      </span>
      <LinkButton size="small" to={paths.settings}>
        {t('look')}
      </LinkButton>
    </TopLine>
  );
}
