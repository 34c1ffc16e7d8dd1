import { Form, Input } from 'antd';
import { words } from '../words/words.ts';
import { whenLeft } from './when-left.ts';

const useWords = words('code-or-recovery', {
  code: ['验证器应用中的 6 位数字', 'The 6 digits of your authenticator app'],
  recovery: ['恢复码', 'Recovery code'],
  recoveryHelp: ['保存过的十个恢复码之一，每个只能使用一次', 'One of the ten you kept; each is good once'],
  badCode: ['请输入 6 位数字', 'Enter 6 digits'],
  badRecovery: ['请输入 16 位恢复码', 'Enter the 16 characters of a recovery code'],
});

/** One of the two fields `code` and `recoveryCode` of a form. */
export function CodeOrRecovery({ isRecovery }: { isRecovery: boolean }) {
  const say = useWords();
  if (isRecovery)
    return (
      <Form.Item
        name="recoveryCode"
        label={say('recovery')}
        extra={say('recoveryHelp')}
        {...whenLeft([{ required: true, min: 16, max: 24, message: say('badRecovery') }])}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={24} size="large" />
      </Form.Item>
    );
  return (
    <Form.Item
      name="code"
      label={say('code')}
      {...whenLeft([{ required: true, pattern: /^\d{6}$/, message: say('badCode') }])}
    >
      <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} size="large" />
    </Form.Item>
  );
}
