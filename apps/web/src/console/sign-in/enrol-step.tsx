import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ask } from '../../api/ask.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { ConfirmAuthenticator } from '../../ui/second-factor/confirm-authenticator.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-enrol-step', text);

interface Props {
  ticket: string;
  /** New password that replaces a one-time one. */
  password: string | undefined;
  onEnrolled: (recoveryCodes: readonly string[]) => void;
  onAgain: () => void;
}

export function EnrolStep({ ticket, password, onEnrolled, onAgain }: Props) {
  const t = useWords();
  const found = useQuery({
    queryKey: [calls.console.staffEnrol.path, ticket],
    queryFn: () => ask(calls.console.staffEnrol, { ticket }),
    // The response contains a secret, so it must not stay in the cache.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const confirm = async (code: string) => {
    const { recoveryCodes } = await ask(calls.console.staffEnrolled, { ticket, code, password });
    onEnrolled(recoveryCodes);
  };
  return (
    <div className="console-sign-in-enrol">
      <h2>{t('title')}</h2>
      <p>{t('why')}</p>
      <QueryView query={found} rows={6}>
        {(data) => <ConfirmAuthenticator enrolment={data} onCode={confirm} />}
      </QueryView>
      <Button type="link" block onClick={onAgain}>
        {t('again')}
      </Button>
    </div>
  );
}
