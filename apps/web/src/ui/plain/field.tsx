import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { words } from '../words/words.ts';
import { type FieldOptions, useField } from './form.tsx';
import { Icon } from './icons.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('plain-field', text);

interface FieldProps extends FieldOptions {
  label: string;
}

type TextProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> & {
    after?: ReactNode;
    isOptional?: boolean;
  };

export function TextField({
  name,
  label,
  help,
  check,
  isCheckedWhenLeft,
  after,
  isOptional = false,
  ...rest
}: TextProps) {
  const { error, control } = useField<HTMLInputElement>({ name, check, isCheckedWhenLeft, help });
  return (
    <Labelled name={name} label={label} error={error} help={help}>
      <div className="form-line">
        <input type="text" className="input" {...rest} {...control} aria-required={!isOptional} />
        {after}
      </div>
    </Labelled>
  );
}

export function PasswordField(props: Omit<TextProps, 'after' | 'type'>) {
  const t = useWords();
  const [isShown, setShown] = useState(false);
  const label = t(isShown ? 'hide' : 'show');
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className="form-reveal"
          aria-label={label}
          title={label}
          // Focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye' : 'hidden'} />
        </button>
      }
    />
  );
}

interface AreaProps extends FieldProps {
  rows: number;
  maxLength: number;
}

export function TextArea({ name, label, help, check, isCheckedWhenLeft, ...rest }: AreaProps) {
  const { error, control } = useField<HTMLTextAreaElement>({ name, check, isCheckedWhenLeft, help });
  return (
    <Labelled name={name} label={label} error={error} help={help}>
      <textarea className="input" {...rest} {...control} aria-required />
    </Labelled>
  );
}

/** @param children the label, which may hold a link */
export function CheckboxField({ name, check, children }: Pick<FieldProps, 'name' | 'check'> & { children: ReactNode }) {
  const { error, control } = useField<HTMLInputElement>({ name, check });
  return (
    <div className="form-field">
      <label className="form-checkbox">
        <input type="checkbox" {...control} />
        <span>{children}</span>
      </label>
      <FieldError name={name} error={error} />
    </div>
  );
}

interface LabelledProps extends Pick<FieldProps, 'name' | 'label' | 'help'> {
  error: string | undefined;
  children: ReactNode;
}

function Labelled({ name, label, help, error, children }: LabelledProps) {
  return (
    <div className="form-field">
      <label htmlFor={name}>{label}</label>
      {children}
      <FieldError name={name} error={error} />
      {help && (
        <div id={`${name}-help`} className="form-help">
          {help}
        </div>
      )}
    </div>
  );
}

const FieldError = ({ name, error }: { name: string; error: string | undefined }) =>
  error && (
    <p id={`${name}-error`} className="form-error" role="alert">
      {error}
    </p>
  );
