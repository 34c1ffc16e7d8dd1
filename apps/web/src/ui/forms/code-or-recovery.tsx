import { codeDigits, recoveryCodeLength } from '@proofkeep/contract';
import { Form, Input } from 'antd';
import { validateOnBlur } from './validate-on-blur.ts';
import { useCodeOrRecoveryWords } from './words.ts';

/** Shows one of the fields `code` and `recoveryCode`. */
export function CodeOrRecovery({ isRecovery }: { isRecovery: boolean }) {
  const t = useCodeOrRecoveryWords();
  if (isRecovery)
    return (
      <Form.Item
        name="recoveryCode"
        label={t('recovery')}
        extra={t('recoveryHelp')}
        {...validateOnBlur([{ required: true, ...recoveryCodeLength, message: t('badRecovery') }])}
      >
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={recoveryCodeLength.max}
          size="large"
        />
      </Form.Item>
    );
  return (
    <Form.Item
      name="code"
      label={t('code')}
      {...validateOnBlur([{ required: true, pattern: /^\d{6}$/, message: t('badCode') }])}
    >
      <Input autoComplete="one-time-code" inputMode="numeric" maxLength={codeDigits} size="large" />
    </Form.Item>
  );
}
