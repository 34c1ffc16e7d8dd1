import type { FieldForm } from '../../ui/forms/field-form.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { toast } from '../../ui/notices/toast.ts';

/**
 * Submits the form of a decision about an item. The item is read again even if the decision was refused: another operator
 * may have been first.
 */
export const useDecision = <Values>(
  form: FieldForm,
  decide: (values: Values) => Promise<unknown>,
  done: string,
  onChanged: () => Promise<void>,
) =>
  useSubmit(form, async (values: Values) => {
    try {
      await decide(values);
      toast.success(done);
    } finally {
      await onChanged();
    }
  });
