import { type ApiErrorCode, toApiError } from '../../api/api-error.ts';
import { StepUpCancelled } from '../step-up/step-up-cancelled.ts';
import type { FieldForm } from './field-form.ts';

/** Field that a refusal is about: the first of these that the form has. */
const fieldsOf: Partial<Record<ApiErrorCode, readonly string[]>> = {
  CODE_INVALID: ['textCode', 'code'],
  PHONE_TAKEN: ['phone'],
  INVITE_INSTEAD: ['phone'],
  LOGIN_NAME_TAKEN: ['loginName'],
  USER_NAME_TAKEN: ['userName'],
  PERSON_UNKNOWN: ['phone'],
  MEMBER_ALREADY: ['phone'],
  INVITED_ALREADY: ['phone'],
  PASSWORD_COMMON: ['password'],
  PASSWORD_SAME: ['password'],
  SECOND_CODE_INVALID: ['code', 'recoveryCode'],
  SECOND_CODE_NEEDED: ['code', 'recoveryCode'],
  PASSWORD_WRONG: ['password'],
  OLD_PASSWORD_WRONG: ['oldPassword'],
};

/**
 * Shows a refusal next to its field and focuses that field.
 * @returns the message to show at the top of the form; null if a field shows it or the user cancelled
 */
export function placeRefusal(form: FieldForm, error: unknown): string | null {
  if (error instanceof StepUpCancelled) return null;
  const { code, message, fields } = toApiError(error);
  const field = fieldsOf[code]?.find((one) => form.getFieldInstance(one) !== undefined);
  const about = field ? [{ field, message }] : fields;
  const known = about.filter((one) => form.getFieldInstance(one.field) !== undefined);
  form.setFields(known.map((one) => ({ name: one.field, errors: [one.message] })));
  const [first] = known;
  if (!first) return message;
  form.scrollToField(first.field, { focus: true });
  return null;
}
