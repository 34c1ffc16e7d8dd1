import { useMutation } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';

/**
 * Submits a form. Refusals appear beside the field they concern, or at the top of the form.
 * @param number name of the ID number field, which gets the refusals NUMBER_CERTIFIED and NUMBER_DIFFERS
 */
export function useSubmission<Values>(form: FormInstance, number: string, send: (values: Values) => Promise<unknown>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: send,
    meta: { isShownInPlace: true },
    onMutate: () => setRefusal(null),
    onError: (error) => setRefusal(placed(form, number, error)),
  });
  return { refusal, isSending: sending.isPending, submit: (values: Values) => sending.mutate(values) };
}

/** @returns the message if it concerns no field, else null */
function placed(form: FormInstance, number: string, error: unknown): string | null {
  const { code, message, fields } = toApiError(error);
  const isAboutNumber = code === 'NUMBER_CERTIFIED' || code === 'NUMBER_DIFFERS';
  const about = isAboutNumber ? [{ field: number, message }] : fields;
  const names = Object.keys(form.getFieldsValue(true));
  const known = about.filter(({ field }) => names.includes(field));
  form.setFields(known.map((one) => ({ name: one.field, errors: [one.message] })));
  const [first] = known;
  if (!first) return message;
  form.scrollToField(first.field, { focus: true });
  return null;
}
