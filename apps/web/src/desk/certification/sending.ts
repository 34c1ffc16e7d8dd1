import { useMutation } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { refusedOf } from '../../api/refused.ts';

/**
 * Sends a form; what is refused stands beside the field it is about, or at the head of the form.
 * @param number the field of the number, which may be certified elsewhere already
 */
export function useSending<Values>(form: FormInstance, number: string, send: (values: Values) => Promise<unknown>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: send,
    meta: { isSaidInPlace: true },
    onMutate: () => setRefusal(null),
    onError: (error) => setRefusal(placed(form, number, error)),
  });
  return { refusal, isSending: sending.isPending, submit: (values: Values) => sending.mutate(values) };
}

/** @returns what belongs to no field */
function placed(form: FormInstance, number: string, error: unknown): string | null {
  const { code, message, fields } = refusedOf(error);
  const about = code === 'NUMBER_CERTIFIED' ? [{ field: number, message }] : fields;
  const names = Object.keys(form.getFieldsValue(true));
  const known = about.filter(({ field }) => names.includes(field));
  form.setFields(known.map((one) => ({ name: one.field, errors: [one.message] })));
  const [first] = known;
  if (!first) return message;
  form.scrollToField(first.field, { focus: true });
  return null;
}
