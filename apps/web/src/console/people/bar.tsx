import { type AccountPage, calls, statementLength } from '@proofkeep/contract';
import { refresh } from '../../api/refresh.ts';
import { ActDialog } from '../../ui/forms/act-dialog.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { ReasonField, reasonOf } from '../ui/reason-field.tsx';
import { callWithStepUp } from '../ui/step-up.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-bar', text);

interface Props {
  kind: 'account' | 'login';
  id: string;
  name: string;
  barred: AccountPage['barred'];
}

export function Bar({ kind, id, name, barred }: Props) {
  const t = useWords();
  const isBarred = barred !== null;
  const act = isBarred ? 'unbar' : 'bar';
  const label = t(kind === 'account' ? `${act}Account` : `${act}Login`);
  const what = isBarred
    ? t('unbarWhat', { name })
    : t(kind === 'account' ? 'barAccountWhat' : 'barLoginWhat', { name });
  const onSent = async () => {
    toast.success(t(isBarred ? 'unbarred' : 'barred'));
    await refresh('people');
  };
  return (
    <ActDialog
      isDanger={!isBarred}
      title={label}
      act={label}
      about={<p>{what}</p>}
      send={({ reason }: { reason: string }) => send(kind, isBarred, id, reason)}
      onSent={onSent}
    >
      <ReasonField isFirst {...reasonOf(t, 'reason')} length={statementLength} />
    </ActDialog>
  );
}

function send(kind: Props['kind'], isBarred: boolean, id: string, reason: string) {
  const { barAccount, barLogin, unbarAccount, unbarLogin } = calls.people;
  return kind === 'account'
    ? callWithStepUp(isBarred ? unbarAccount : barAccount, { accountId: id, reason })
    : callWithStepUp(isBarred ? unbarLogin : barLogin, { loginId: id, reason });
}
