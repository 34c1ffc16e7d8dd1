import './plain.css';
import { createContext, type FormEventHandler, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { Check } from '../forms/checks.ts';
import type { PlainFields } from '../forms/field-form.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;

interface Registered {
  control: Control;
  check: Check;
}

/** A form of uncontrolled fields: the DOM keeps the values, React the errors. */
export interface PlainForm extends PlainFields {
  errors: Readonly<Record<string, string | undefined>>;
  /** Fields by name, in page order. */
  fields: Map<string, Registered>;
  /** Checks these fields, or all, and shows their errors. @returns names of the invalid fields */
  check(names?: readonly string[]): string[];
  values(): Record<string, string | boolean>;
}

export function useForm(): PlainForm {
  const [fields] = useState(() => new Map<string, Registered>());
  const [errors, setErrors] = useState<PlainForm['errors']>({});
  const form: PlainForm = {
    errors,
    fields,
    check(names = [...fields.keys()]) {
      const found = names.map((name) => [name, errorOf(fields.get(name))] as const);
      setErrors((now) => ({ ...now, ...Object.fromEntries(found) }));
      return found.filter(([, error]) => error !== undefined).map(([name]) => name);
    },
    values: () => Object.fromEntries(Array.from(fields, ([name, { control }]) => [name, valueOf(control)])),
    getFieldInstance: (name) => fields.get(name)?.control,
    getFieldValue: (name) => valueIn(fields.get(name)),
    setFields: (about) =>
      setErrors((now) => ({ ...now, ...Object.fromEntries(about.map(({ name, errors: [error] }) => [name, error])) })),
    scrollToField: (name) => fields.get(name)?.control.focus(),
    validateFields: (names) =>
      form.check(names).length === 0 ? Promise.resolve() : Promise.reject(new Error('Invalid')),
  };
  return form;
}

const valueOf = (control: Control): string | boolean =>
  control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value;
const valueIn = (field: Registered | undefined) => field && valueOf(field.control);
const errorOf = (field: Registered | undefined): string | undefined => field?.check(valueIn(field)) ?? undefined;

const FormContext = createContext<PlainForm | null>(null);

export function useFormContext(): PlainForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('There is no Form around this field.');
  return form;
}

interface Props<Values> {
  form: PlainForm;
  /** Called with the values if every field is valid. */
  onFinish: (values: Values) => void;
  onChange?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

/** On submit, shows errors next to the fields and focuses the first invalid one. */
export function Form<Values>({ form, onFinish, onChange, children }: Props<Values>) {
  return (
    <FormContext value={form}>
      <form
        className="form"
        noValidate
        onChange={onChange}
        onSubmit={(event) => {
          event.preventDefault();
          const [wrong] = form.check();
          if (wrong === undefined) onFinish(form.values() as Values);
          else form.scrollToField(wrong, { focus: true });
        }}
      >
        {children}
      </form>
    </FormContext>
  );
}

export interface FieldOptions {
  name: string;
  check: Check;
  /** Checked on blur; otherwise on submit. */
  isCheckedWhenLeft?: boolean | undefined;
  help?: ReactNode;
}

export function useField<Element extends Control>({ name, check, isCheckedWhenLeft, help }: FieldOptions) {
  const form = useFormContext();
  const { fields } = form;
  const control = useRef<Element>(null);
  useEffect(() => {
    if (control.current) fields.set(name, { control: control.current, check });
  });
  useEffect(() => () => void fields.delete(name), [fields, name]);
  const error = form.errors[name];
  const describedBy = [error !== undefined && `${name}-error`, help !== undefined && `${name}-help`].filter(Boolean);
  return {
    error,
    control: {
      ref: control,
      id: name,
      name,
      'aria-invalid': error !== undefined,
      'aria-describedby': describedBy.join(' ') || undefined,
      // Clears the error on change, not on blur: that would shift the button below while it is being clicked.
      onChange: () => void (error !== undefined && form.setFields([{ name, errors: [] }])),
      onBlur: () => void (isCheckedWhenLeft && form.check([name])),
    },
  };
}
