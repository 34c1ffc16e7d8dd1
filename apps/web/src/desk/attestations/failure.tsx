import { type AttestationSummary, calls, sentenceIn } from '@proofkeep/contract';
import { Alert, Button } from 'antd';
import { useAct } from '../../api/refresh.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { isAllowed } from './allowed.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('failure', text);

/** Why a capture failed, whether it was charged, and a retry button. */
export function Failure({ row }: { row: AttestationSummary }) {
  const t = useWords();
  const language = useLanguage();
  const retry = useAct(calls.attestations.retry, 'attestations');
  const kept = t(row.orderNo === null ? 'nothing' : 'returned');
  return (
    <Alert
      type="error"
      showIcon
      title={row.failure ? sentenceIn(row.failure.said, language) : kept}
      description={row.failure && kept}
      action={
        isAllowed(row, 'retried') && (
          <Button loading={retry.isPending} onClick={() => retry.mutate({ ano: row.ano })}>
            {t('retry')}
          </Button>
        )
      }
    />
  );
}
