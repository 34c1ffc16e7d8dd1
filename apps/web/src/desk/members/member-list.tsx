import { calls } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { useRows } from '../../api/rows.ts';
import { useAddress } from '../../ui/address/address.ts';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { words } from '../../ui/words/words.ts';
import { DisableForm } from './disable-form.tsx';
import { EditForm } from './edit-form.tsx';
import { HandoverForm } from './handover-form.tsx';
import { MemberPhoneForm } from './member-phone-form.tsx';
import { type Doing, MemberTable } from './member-table.tsx';
import { PasswordForm } from './password-form.tsx';
import { RemoveForm } from './remove-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('member-list', text);

export function MemberList({ onCreate }: { onCreate: () => void }) {
  const t = useWords();
  const { query, page, want } = useAddress();
  const search = (query.get('search') ?? '').trim().slice(0, 60);
  const [doing, setDoing] = useState<Doing | null>(null);
  const { data, error, refetch } = useRows(queryOf(calls.members.memberList, { search, page }));
  const searchFor = (text: string) => want({ search: text });
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  if (data.total === 0 && search === '')
    return (
      <EmptyState title={t('none')} hint={t('noneHint')}>
        <Button type="primary" onClick={onCreate}>
          {t('create')}
        </Button>
      </EmptyState>
    );
  return (
    <>
      <SearchField className="members-search" label={t('search')} text={search} onSearch={searchFor} />
      {data.total === 0 ? (
        <EmptyState title={t('nothing')}>
          <Button onClick={() => searchFor('')}>{t('clear')}</Button>
        </EmptyState>
      ) : (
        <MemberTable rows={data.list} onDo={setDoing} />
      )}
      <Pages total={data.total} />
      <Dialog doing={doing} onClose={() => setDoing(null)} />
    </>
  );
}

function Dialog({ doing, onClose }: { doing: Doing | null; onClose: () => void }) {
  if (!doing) return null;
  const { what, member } = doing;
  if (what === 'edit') return <EditForm member={member} onClose={onClose} />;
  if (what === 'password') return <PasswordForm member={member} onClose={onClose} />;
  if (what === 'phone') return <MemberPhoneForm member={member} onClose={onClose} />;
  if (what === 'handover') return <HandoverForm member={member} onClose={onClose} />;
  if (what === 'remove') return <RemoveForm member={member} onClose={onClose} />;
  return <DisableForm member={member} onClose={onClose} />;
}
