import { type AttestationSummary, calls, sentenceIn } from '@proofkeep/contract';
import { Alert, Button } from 'antd';
import { useLanguage, words } from '../../ui/words.ts';
import { useAct } from './acts.ts';

const useWords = words('failure', {
  nothing: ['没有保存任何内容，不收取费用。', 'Nothing was preserved and nothing is charged.'],
  retry: ['重试', 'Try again'],
});

/** Why a capture failed, what was kept, and another try. */
export function Failure({ row }: { row: AttestationSummary }) {
  const say = useWords();
  const language = useLanguage();
  const retry = useAct(calls.attestations.retry);
  return (
    <Alert
      type="error"
      showIcon
      title={row.failure ? sentenceIn(row.failure.said, language) : say('nothing')}
      description={row.failure && say('nothing')}
      action={
        <Button loading={retry.isPending} onClick={() => retry.mutate({ ano: row.ano })}>
          {say('retry')}
        </Button>
      }
    />
  );
}
