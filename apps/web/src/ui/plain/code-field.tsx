import { codeDigits } from '@proofkeep/contract';
import { useChecks } from '../forms/checks.ts';
import { codeFieldOf, type Purpose, useSendCode } from '../forms/send-code.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { useFormContext } from './form.tsx';

/** The code of a text message, and the button that sends it to the `phone` of the same form or to the user's own. */
export function CodeField({ purpose }: { purpose: Purpose }) {
  const { code } = useChecks();
  const { label, act, status, isSending, isWaiting, send } = useSendCode(useFormContext(), purpose);
  return (
    <TextField
      name={codeFieldOf(purpose)}
      label={label}
      help={<span role="status">{status}</span>}
      check={code}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={codeDigits}
      after={
        <Button onClick={send} isBusy={isSending} disabled={isWaiting}>
          {act}
        </Button>
      }
    />
  );
}
