import type { FormItemProps } from 'antd';

/** A rule that a value meets a check of the contract. */
export const meets = (isMet: (value: string) => boolean, message: string) => ({
  validator: (_rule: unknown, value: string) => (isMet(value) ? Promise.resolve() : Promise.reject(new Error(message))),
});

/**
 * Rules of a field that is validated on blur. Its error is cleared as soon as the value changes, not on the next blur:
 * clearing it on blur would shift the button below while it is being clicked.
 */
export const validateOnBlur = (
  rules: NonNullable<FormItemProps['rules']>,
): Pick<FormItemProps, 'rules' | 'validateTrigger'> => ({
  rules: rules.map((rule) =>
    typeof rule === 'function'
      ? (form) => ({ ...rule(form), validateTrigger: 'onBlur' })
      : { ...rule, validateTrigger: 'onBlur' },
  ),
  // `onChange` has no rules, so it only clears the error.
  validateTrigger: ['onBlur', 'onChange'],
});
