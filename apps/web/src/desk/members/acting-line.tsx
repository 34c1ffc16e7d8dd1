import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { queryOf } from '../../api/queries.ts';
import { AccountBadge, colorOf } from '../../ui/account/account-badge.tsx';
import { TopLine } from '../../ui/notices/top-line.tsx';
import { words } from '../../ui/words/words.ts';
import { useSwitch } from './use-switch.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('acting-line', text);

/** Banner shown while the user acts for another account: everything they do is recorded in its name. */
export function ActingLine() {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const back = useSwitch();
  if (!me || me.person.userId === me.userId) return null;
  const { name, accountName: account, person } = me;
  return (
    <TopLine label={t('label')} color={colorOf(me.accountId)}>
      <AccountBadge accountId={me.accountId} name={account} />
      <span>{t('acting', { name, account })}</span>
      <span className="secondary">{me.loginName ?? me.accountCode}</span>
      <Button size="small" loading={back.isPending} onClick={() => back.mutate(person.userId)}>
        {t('back', { name: person.name })}
      </Button>
    </TopLine>
  );
}
