import { calls, officeLength } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { ask } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { ActDialog } from '../../../ui/forms/act-dialog.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-appoint', text);

interface Values {
  staffId: string;
  licenceNo: string;
}

/** Assigns a staff member with the role notary to the office. */
export function Appoint({ office }: { office: { id: string; name: string } }) {
  const t = useWords();
  const { data: staff } = useQuery(queryOf(calls.staff.listStaff, {}));
  const notaries = staff?.list.filter(({ role, disabledAt }) => role === 'notary' && !disabledAt) ?? [];
  return (
    <ActDialog
      title={t('title', { office: office.name })}
      label={t('act')}
      act={t('act')}
      send={(values: Values) => ask(calls.consoleNotarization.assignNotary, { id: office.id, ...values })}
      onSent={async () => {
        toast.success(t('done'));
        await refresh('consoleOffices');
      }}
    >
      <Form.Item
        name="staffId"
        label={t('person')}
        extra={t('personHelp')}
        rules={[{ required: true, message: t('noPerson') }]}
      >
        <Select
          options={notaries.map(({ staffId, name, userName }) => ({ value: staffId, label: `${name} · ${userName}` }))}
        />
      </Form.Item>
      <Form.Item
        name="licenceNo"
        label={t('licence')}
        rules={[{ required: true, whitespace: true, ...officeLength.licenceNo, message: t('noLicence') }]}
      >
        <Input maxLength={officeLength.licenceNo.max} />
      </Form.Item>
    </ActDialog>
  );
}
