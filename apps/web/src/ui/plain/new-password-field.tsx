import { passwordLength } from '@proofkeep/contract';
import { useChecks } from '../forms/checks.ts';
import { useNewPasswordWords } from '../forms/words.ts';
import { PasswordField } from './field.tsx';

export function NewPasswordField({ label }: { label: string }) {
  const t = useNewPasswordWords();
  const { password } = useChecks();
  return (
    <PasswordField
      name="password"
      label={label}
      help={t('help')}
      check={password}
      isCheckedWhenLeft
      autoComplete="new-password"
      maxLength={passwordLength.max}
    />
  );
}
