import type { FormInstance } from 'antd';
import { type RefusedCode, refusedOf } from '../../api/refused.ts';

/** Which field a refusal is about, where it is about one. */
const fieldOf: Partial<Record<RefusedCode, string>> = {
  CODE_INVALID: 'code',
  PHONE_TAKEN: 'phone',
  PASSWORD_COMMON: 'password',
};

/**
 * Puts a refusal beside the field it is about and goes there.
 * @returns what belongs to no field of the form, for its head
 */
export function placeRefusal(form: FormInstance, error: unknown): string | null {
  const { code, message, fields } = refusedOf(error);
  const field = fieldOf[code];
  const about = field ? [{ field, message }] : fields;
  const known = about.filter((one) => form.getFieldInstance(one.field) !== undefined);
  form.setFields(known.map((one) => ({ name: one.field, errors: [one.message] })));
  const [first] = known;
  if (!first) return message;
  form.scrollToField(first.field, { focus: true });
  return null;
}
