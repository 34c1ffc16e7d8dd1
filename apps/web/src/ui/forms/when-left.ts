import type { FormItemProps } from 'antd';

/**
 * Rules of a field that is looked at when it is left. What was wrong with it is not said any more once it is being put right:
 * were it to go only as the field is left, what stands below would move away from under the press that leaves it.
 */
export const whenLeft = (
  rules: NonNullable<FormItemProps['rules']>,
): Pick<FormItemProps, 'rules' | 'validateTrigger'> => ({
  rules: rules.map((rule) =>
    typeof rule === 'function'
      ? (form) => ({ ...rule(form), validateTrigger: 'onBlur' })
      : { ...rule, validateTrigger: 'onBlur' },
  ),
  // A trigger that no rule waits for takes away what was said.
  validateTrigger: ['onBlur', 'onChange'],
});
