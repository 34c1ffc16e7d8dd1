import { passwordLength } from '@proofkeep/contract';
import { useChecks } from '../forms/checks.ts';
import { useNewPasswordWords } from '../forms/words.ts';
import { PasswordField } from './field.tsx';

export function NewPasswordField({ label }: { label: string }) {
  const say = useNewPasswordWords();
  const { password } = useChecks();
  return (
    <PasswordField
      name="password"
      label={label}
      help={say('help')}
      check={password}
      isCheckedWhenLeft
      autoComplete="new-password"
      maxLength={passwordLength.max}
    />
  );
}
