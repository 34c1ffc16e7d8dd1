import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> {
  label: string;
  onFiles: (files: File[]) => void;
}

/** A file input that only its label, or a button that clicks it, shows. */
export const FileInput = ({ label, onFiles, ...input }: Props) => (
  <input
    {...input}
    className="visually-hidden"
    type="file"
    aria-label={label}
    onChange={({ target }) => {
      const files = [...(target.files ?? [])];
      if (files.length > 0) onFiles(files);
      // Lets the user choose the same file again, once it is corrected.
      target.value = '';
    }}
  />
);
