import { calls } from '@proofkeep/contract';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useAct } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('court-applications', text);

/** Creates an empty draft and opens it. */
export function NewApplication() {
  const t = useWords();
  const navigate = useNavigate();
  const create = useAct(calls.courtApplications.saveCourtApplication, 'courtApplications');
  const begin = () => create.mutate({}, { onSuccess: ({ id }) => void navigate(paths.courtApplication(id)) });
  return (
    <Button type="primary" loading={create.isPending} onClick={begin}>
      {t('new')}
    </Button>
  );
}
