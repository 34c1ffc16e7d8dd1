import { calls, type StaffMember } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { refresh } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { askProven } from '../ui/proof.ts';
import type { Given } from './one-time-password.tsx';

const useWords = words('console-staff-acts', {
  disable: ['停用', 'Disable'],
  disableWhat: ['停用“{name}”？其管理台登录立即结束。', 'Disable {name}? Their sessions in the console end at once.'],
  enable: ['恢复', 'Enable'],
  enableWhat: ['恢复“{name}”？', 'Let {name} in again?'],
  reset: ['重置登录', 'Reset sign-in'],
  resetWhat: [
    '重置“{name}”？其密码、验证器和恢复码立即失效，您会得到一个一次性密码。请先确认是本人要求。',
    'Reset {name}? Password, authenticator and recovery codes are void at once, and you get a one-time password. First make sure that it is they who ask.',
  ],
  cancel: ['取消', 'Cancel'],
  disabled: ['已停用', 'Disabled'],
  enabled: ['已恢复', 'Enabled'],
});

export function StaffActs({ one, onGiven }: { one: StaffMember; onGiven: (given: Given) => void }) {
  const say = useWords();
  const { staffId, name, disabledAt } = one;
  const onSettled = () => refresh('staff');
  const { disableStaff, enableStaff, resetStaff } = calls.staff;
  const switching = useMutation({
    mutationFn: () => askProven(disabledAt ? enableStaff : disableStaff, { staffId }),
    onSuccess: () => toast.success(say(disabledAt ? 'enabled' : 'disabled')),
    onSettled,
  });
  const resetting = useMutation({
    mutationFn: () => askProven(resetStaff, { staffId }),
    onSuccess: (given) => onGiven({ ...given, name }),
    onSettled,
  });
  const act = disabledAt ? 'enable' : 'disable';
  return (
    <span className="actions">
      <Popconfirm
        title={say(`${act}What`, { name })}
        okText={say(act)}
        cancelText={say('cancel')}
        okButtonProps={{ danger: !disabledAt }}
        onConfirm={() => switching.mutate()}
      >
        <Button danger={!disabledAt} loading={switching.isPending}>
          {say(act)}
        </Button>
      </Popconfirm>
      <Popconfirm
        title={say('resetWhat', { name })}
        okText={say('reset')}
        cancelText={say('cancel')}
        onConfirm={() => resetting.mutate()}
        styles={{ root: { maxWidth: 360 } }}
      >
        <Button loading={resetting.isPending}>{say('reset')}</Button>
      </Popconfirm>
    </span>
  );
}
