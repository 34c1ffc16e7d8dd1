import { MoreOutlined } from '@ant-design/icons';
import { calls, type Member, memberStateTable, memberStateWords } from '@proofkeep/contract';
import { Button, Dropdown } from 'antd';
import { useAct } from '../../api/refresh.ts';
import { Ago } from '../../ui/kit/ago.tsx';
import { Chip } from '../../ui/kit/chip.tsx';
import { closed, done } from '../../ui/kit/looks.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { hidden, right } from '../../ui/kit/table-head.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { grantedWords } from './granted-words.ts';
import { useSwitch } from './use-switch.ts';
import text from './words.json' with { type: 'json' };

export type Doing = {
  what: 'edit' | 'password' | 'phone' | 'handover' | 'disable' | 'remove';
  member: Member;
};

const useWords = words('member-table', text);

/** Table whose rows become cards in a narrow window. */
export function MemberTable({ rows, onDo }: { rows: readonly Member[]; onDo: (doing: Doing) => void }) {
  const t = useWords();
  return (
    <Table
      className="table members-table"
      caption={t('caption')}
      columns={[t('name'), t('state'), t('permissions'), right(t('limit')), t('seen'), hidden(t('acts'))]}
    >
      {rows.map((member) => (
        <Row key={member.userId} member={member} onDo={onDo} />
      ))}
    </Table>
  );
}

function Row({ member, onDo }: { member: Member; onDo: (doing: Doing) => void }) {
  const t = useWords();
  const language = useLanguage();
  const { name, loginName, phone, kind, state, spendingLimitCents, spentCents, seenAt } = member;
  return (
    <tr>
      <td className="members-name">
        <strong>{name}</strong>
        <span className="secondary numbers">
          {loginName ?? t('seat')}
          {phone && ` · ${phone}`}
        </span>
      </td>
      <td>
        <Chip {...(state === 'active' ? done : closed)}>{wordIn(memberStateWords[state], language)}</Chip>
      </td>
      <td data-label={t('permissions')}>{grantedWords(member, language) || t('nothing')}</td>
      <td className="right numbers" data-label={t('limit')}>
        {amount(spentCents)} / {spendingLimitCents === null ? t('noLimit') : amount(spendingLimitCents)}
      </td>
      <td data-label={t('seen')}>{seenAt ? <Ago at={seenAt} /> : t('never')}</td>
      <td className="members-acts">
        {memberStateTable.allowed(state, 'holder').length > 0 && (
          <Acts member={member} onDo={onDo} label={t('more', { name })} isSub={kind === 'sub'} />
        )}
      </td>
    </tr>
  );
}

interface ActsProps {
  member: Member;
  onDo: (doing: Doing) => void;
  label: string;
  isSub: boolean;
}

function Acts({ member, onDo, label, isSub }: ActsProps) {
  const t = useWords();
  const change = useSwitch();
  const enable = useAct(calls.members.enableMember, 'members');
  const events = memberStateTable.allowed(member.state, 'holder');
  const { userId } = member;
  const item = (what: Doing['what'], danger = false) => ({
    key: what,
    label: t(what),
    danger,
    onClick: () => onDo({ what, member }),
  });
  const enabling = {
    key: 'enable',
    label: t('enable'),
    onClick: () => enable.mutate({ userId }, { onSuccess: () => toast.success(t('enabled')) }),
  };
  const items = [
    item('edit'),
    ...(isSub ? [item('password'), item('phone')] : []),
    ...(isSub && member.state === 'active'
      ? [{ key: 'act', label: t('actAs'), onClick: () => change.mutate(userId) }]
      : []),
    ...(isSub && member.state === 'active' ? [item('handover')] : []),
    ...(events.includes('enable') ? [enabling] : []),
    ...(events.includes('disable') ? [item('disable', true)] : []),
    ...(events.includes('remove') ? [item('remove', true)] : []),
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        type="text"
        icon={<MoreOutlined aria-hidden />}
        aria-label={label}
        aria-haspopup="menu"
        loading={enable.isPending || change.isPending}
      />
    </Dropdown>
  );
}
