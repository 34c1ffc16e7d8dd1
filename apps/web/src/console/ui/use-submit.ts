import { useMutation } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { type RefusedCode, refusedOf } from '../../api/refused.ts';

/** Which field a refusal is about, where it is about one. */
const fieldOf: Partial<Record<RefusedCode, string>> = {
  CODE_INVALID: 'code',
  PASSWORD_COMMON: 'password',
  OLD_PASSWORD_WRONG: 'oldPassword',
  USER_NAME_TAKEN: 'userName',
};

/** Sends a form of the console; what the server refuses stands beside the field, or at the head of the form. */
export function useSubmit<Values>(form: FormInstance, send: (values: Values) => Promise<unknown>) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useMutation({
    mutationFn: send,
    meta: { isSaidInPlace: true },
    onMutate: () => setRefusal(null),
    onError: (error) => {
      const { code, message, fields } = refusedOf(error);
      const field = fieldOf[code];
      const about = (field ? [{ field, message }] : fields).filter((one) => form.getFieldInstance(one.field));
      form.setFields(about.map((one) => ({ name: one.field, errors: [one.message] })));
      const [first] = about;
      if (first) form.scrollToField(first.field, { focus: true });
      else setRefusal(message);
    },
  });
  return { refusal, isSending: sending.isPending, submit: (values: Values) => sending.mutate(values) };
}
