import { calls, type SentOf, staffRoles, staffRoleWords, UserName } from '@proofkeep/contract';
import { Form, Input, Modal, Radio } from 'antd';
import { refresh } from '../../api/refresh.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { whenLeft } from '../../ui/forms/when-left.ts';
import { language as chosen } from '../../ui/words/language.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { askProven } from '../ui/proof.ts';
import type { Given } from './one-time-password.tsx';

const useWords = words('console-create-staff', {
  title: ['添加工作人员', 'Add somebody to the staff'],
  name: ['姓名', 'Name'],
  noName: ['请输入 1 至 60 个字的姓名', 'Enter a name of 1 to 60 characters'],
  userName: ['用户名', 'User name'],
  userNameHelp: [
    '3 至 40 个字符：小写字母开头，可含数字、点、连字符和下划线',
    '3 to 40 characters: small letters first, then also digits, dots, hyphens and underscores',
  ],
  userNameWrong: ['用户名不符合要求', 'That is no user name'],
  role: ['角色', 'Role'],
  noRole: ['请选择角色', 'Choose a role'],
  notary: ['办理公证事项', 'works on matters'],
  operator: ['管理用户、认证与平台设置', 'keeps people, certifications and settings'],
  create: ['添加', 'Add'],
  cancel: ['取消', 'Cancel'],
});

interface Props {
  isOpen: boolean;
  onClose: () => void;
  onGiven: (given: Given) => void;
}

type New = Pick<SentOf<typeof calls.staff.createStaff>, 'userName' | 'name' | 'role'>;

export function CreateStaff({ isOpen, onClose, onGiven }: Props) {
  const say = useWords();
  const language = useLanguage();
  const [form] = Form.useForm();
  const { refusal, isSending, submit } = useSubmit(form, async (input: New) => {
    const given = await askProven(calls.staff.createStaff, { ...input, language: chosen.get() });
    onClose();
    onGiven({ ...given, name: input.name });
    await refresh('staff');
  });
  return (
    <Modal
      open={isOpen}
      title={say('title')}
      okText={say('create')}
      cancelText={say('cancel')}
      confirmLoading={isSending}
      onOk={form.submit}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" requiredMark={false} onFinish={submit} preserve={false}>
        <Refusal>{refusal}</Refusal>
        <Form.Item
          name="name"
          label={say('name')}
          rules={[{ required: true, whitespace: true, max: 60, message: say('noName') }]}
        >
          <Input autoFocus maxLength={60} />
        </Form.Item>
        <Form.Item
          name="userName"
          label={say('userName')}
          extra={say('userNameHelp')}
          {...whenLeft([
            {
              validator: (_rule, value) =>
                UserName.safeParse(value).success ? Promise.resolve() : Promise.reject(new Error(say('userNameWrong'))),
            },
          ])}
        >
          <Input autoCapitalize="none" spellCheck={false} autoComplete="off" maxLength={40} />
        </Form.Item>
        <Form.Item name="role" label={say('role')} rules={[{ required: true, message: say('noRole') }]}>
          <Radio.Group
            vertical
            options={staffRoles.map((role) => ({
              value: role,
              label: `${wordIn(staffRoleWords[role], language)} · ${say(role)}`,
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
