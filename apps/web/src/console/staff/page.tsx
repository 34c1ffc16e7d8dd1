import './staff.css';
import { PlusOutlined } from '@ant-design/icons';
import { calls, type StaffMember, staffRoleWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../api/queries.ts';
import { Ago } from '../../ui/kit/ago.tsx';
import { Chip } from '../../ui/kit/chip.tsx';
import { attention, done, failed } from '../../ui/kit/looks.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { whoIsStaff } from '../guard.ts';
import { StaffActs } from './acts.tsx';
import { CreateStaff } from './create.tsx';
import { type Given, OneTimePassword } from './one-time-password.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-staff', text);

export function Component() {
  const t = useWords();
  const [isCreating, setCreating] = useState(false);
  const [given, setGiven] = useState<Given | null>(null);
  const found = useQuery(queryOf(calls.staff.listStaff, {}));
  return (
    <>
      <PageHeading title={t('title')}>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setCreating(true)}>
          {t('create')}
        </Button>
      </PageHeading>
      <QueryView query={found} rows={6}>
        {(data) => <StaffTable list={data.list} onGiven={setGiven} />}
      </QueryView>
      <CreateStaff isOpen={isCreating} onClose={() => setCreating(false)} onGiven={setGiven} />
      <OneTimePassword given={given} onClose={() => setGiven(null)} />
    </>
  );
}

function StaffTable({ list, onGiven }: { list: readonly StaffMember[]; onGiven: (given: Given) => void }) {
  const t = useWords();
  const language = useLanguage();
  const { data: me } = useQuery(whoIsStaff);
  return (
    <Table
      className="console-table"
      caption={t('caption')}
      columns={[t('name'), t('role'), t('state'), t('seen'), t('acts')]}
    >
      {list.map((one) => (
        <tr key={one.staffId}>
          <td>
            <strong>{one.name}</strong>
            <div className="secondary">
              <code>{one.userName}</code>
            </div>
          </td>
          <td data-label={t('role')}>{wordIn(staffRoleWords[one.role], language)}</td>
          <td data-label={t('state')}>
            <StaffState one={one} />
          </td>
          <td data-label={t('seen')}>{one.seenAt ? <Ago at={one.seenAt} /> : t('never')}</td>
          <td>
            {one.staffId === me?.staffId ? (
              <span className="secondary">{t('self')}</span>
            ) : (
              <StaffActs one={one} onGiven={onGiven} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function StaffState({ one }: { one: StaffMember }) {
  const t = useWords();
  return (
    <>
      <span className="chips">
        <Chip {...(one.disabledAt ? failed : done)}>{t(one.disabledAt ? 'disabled' : 'active')}</Chip>
        {!one.hasSecondFactor && <Chip {...attention}>{t('noFactor')}</Chip>}
      </span>
      {one.oneTimeUntil && (
        <div className="secondary">
          {t('oneTime')} <Moment at={one.oneTimeUntil} />
        </div>
      )}
    </>
  );
}
