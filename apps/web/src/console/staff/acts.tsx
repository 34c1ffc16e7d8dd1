import { calls, type StaffMember } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { refresh } from '../../api/refresh.ts';
import { toast } from '../../ui/notices/toast.ts';
import { words } from '../../ui/words/words.ts';
import { callWithStepUp } from '../ui/step-up.ts';
import type { Given } from './one-time-password.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-staff-acts', text);

export function StaffActs({ one, onGiven }: { one: StaffMember; onGiven: (given: Given) => void }) {
  const t = useWords();
  const { staffId, name, disabledAt } = one;
  const onSettled = () => refresh('staff');
  const { disableStaff, enableStaff, resetStaff } = calls.staff;
  const switching = useMutation({
    mutationFn: () => callWithStepUp(disabledAt ? enableStaff : disableStaff, { staffId }),
    onSuccess: () => toast.success(t(disabledAt ? 'enabled' : 'disabled')),
    onSettled,
  });
  const resetting = useMutation({
    mutationFn: () => callWithStepUp(resetStaff, { staffId }),
    onSuccess: (given) => onGiven({ ...given, name }),
    onSettled,
  });
  const act = disabledAt ? 'enable' : 'disable';
  return (
    <span className="actions">
      <Popconfirm
        title={t(`${act}What`, { name })}
        okText={t(act)}
        cancelText={t('cancel')}
        okButtonProps={{ danger: !disabledAt }}
        onConfirm={() => switching.mutate()}
      >
        <Button danger={!disabledAt} loading={switching.isPending}>
          {t(act)}
        </Button>
      </Popconfirm>
      <Popconfirm
        title={t('resetWhat', { name })}
        okText={t('reset')}
        cancelText={t('cancel')}
        onConfirm={() => resetting.mutate()}
        styles={{ root: { maxWidth: 360 } }}
      >
        <Button loading={resetting.isPending}>{t('reset')}</Button>
      </Popconfirm>
    </span>
  );
}
