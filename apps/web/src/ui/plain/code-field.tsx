import { codeDigits } from '@proofkeep/contract';
import { useChecks } from '../forms/checks.ts';
import { codeFieldOf, type Purpose, useSendCode } from '../forms/send-code.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { useFormContext } from './form.tsx';

/** Field for a text-message code, with a button that sends it to the form's `phone` or the user's number. */
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
