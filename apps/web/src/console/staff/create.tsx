import {
  calls,
  isUserName,
  nameLength,
  type SentOf,
  staffRoles,
  staffRoleWords,
  userNameLength,
} from '@proofkeep/contract';
import { Form, Input, Radio } from 'antd';
import { refresh } from '../../api/refresh.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { meets, validateOnBlur } from '../../ui/forms/validate-on-blur.ts';
import { language as chosen } from '../../ui/words/language.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { callWithStepUp } from '../ui/step-up.ts';
import type { Given } from './one-time-password.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-create-staff', text);

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onGiven: (given: Given) => void;
}

type New = Pick<SentOf<typeof calls.staff.createStaff>, 'userName' | 'name' | 'role'>;

export function CreateStaff({ isOpen, onClose, onGiven }: Props) {
  const t = useWords();
  const language = useLanguage();
  const send = async (input: New) => {
    const given = await callWithStepUp(calls.staff.createStaff, { ...input, language: chosen.get() });
    onClose();
    onGiven({ ...given, name: input.name });
    await refresh('staff');
  };
  return (
    <FormDialog isOpen={isOpen} title={t('title')} act={t('create')} send={send} onClose={onClose}>
      <Form.Item
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, max: nameLength, message: t('noName') }]}
      >
        <Input autoFocus maxLength={nameLength} />
      </Form.Item>
      <Form.Item
        name="userName"
        label={t('userName')}
        extra={t('userNameHelp')}
        {...validateOnBlur([meets(isUserName, t('userNameWrong'))])}
      >
        <Input autoCapitalize="none" spellCheck={false} autoComplete="off" maxLength={userNameLength} />
      </Form.Item>
      <Form.Item name="role" label={t('role')} rules={[{ required: true, message: t('noRole') }]}>
        <Radio.Group
          vertical
          options={staffRoles.map((role) => ({
            value: role,
            label: `${wordIn(staffRoleWords[role], language)} · ${t(role)}`,
          }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
