import { Form, Input } from 'antd';
import { words } from '../words/words.ts';
import { whenLeft } from './when-left.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('code-or-recovery', text);

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
