import { useCodeOrRecoveryWords } from '../forms/words.ts';
import { CheckedField } from './checked-field.tsx';

/** Shows one of the fields `code` and `recoveryCode`. */
export function CodeOrRecovery({ isRecovery }: { isRecovery: boolean }) {
  const t = useCodeOrRecoveryWords();
  if (isRecovery)
    return <CheckedField kind="recoveryCode" name="recoveryCode" label={t('recovery')} help={t('recoveryHelp')} />;
  return <CheckedField kind="appCode" name="code" label={t('code')} />;
}
