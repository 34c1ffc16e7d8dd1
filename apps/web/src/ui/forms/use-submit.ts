import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldForm } from './field-form.ts';
import { placeRefusal } from './place-refusal.ts';

/** Submits a form; refusals show next to their field or at the top of the form. */
export function useSubmit<Values>(form: FieldForm, send: (values: Values) => Promise<unknown>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: send,
    meta: { isShownInPlace: true },
    onMutate: () => setRefusal(null),
    onError: (error) => setRefusal(placeRefusal(form, error)),
  });
  return { refusal, isSending: sending.isPending, submit: (values: Values) => sending.mutate(values) };
}
