import { codeDigits, recoveryCodeLength } from '@proofkeep/contract';
import { useChecks } from '../forms/checks.ts';
import { useCodeOrRecoveryWords } from '../forms/words.ts';
import { TextField } from './field.tsx';

/** Shows one of the fields `code` and `recoveryCode`. */
export function CodeOrRecovery({ isRecovery }: { isRecovery: boolean }) {
  const t = useCodeOrRecoveryWords();
  const { recoveryCode, appCode } = useChecks();
  if (isRecovery)
    return (
      <TextField
        name="recoveryCode"
        label={t('recovery')}
        help={t('recoveryHelp')}
        check={recoveryCode}
        isCheckedWhenLeft
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={recoveryCodeLength.max}
      />
    );
  return (
    <TextField
      name="code"
      label={t('code')}
      check={appCode}
      isCheckedWhenLeft
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={codeDigits}
    />
  );
}
