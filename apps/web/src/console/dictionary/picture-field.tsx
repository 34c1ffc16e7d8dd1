import { type ReactNode, useId } from 'react';

interface Props {
  label: string;
  takes: ReactNode;
  /** A `data:` URL; empty if no picture was chosen. */
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

/** Pictures are stored in the value as `data:` URLs, because the site loads no images from other origins. */
export function PictureField({ label, takes, value, isWrong, onChange }: Props) {
  const id = useId();
  const read = (file: File | undefined) => {
    if (!file) return;
    const reader = new FileReader();
    reader.addEventListener('load', () => onChange(String(reader.result)));
    reader.readAsDataURL(file);
  };
  return (
    <div className="console-dictionary-field">
      <label htmlFor={id}>{label}</label>
      <span className="console-dictionary-picture">
        {value && <img src={value} alt="" />}
        <input
          id={id}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-invalid={isWrong}
          aria-describedby={`${id}-takes`}
          onChange={({ target }) => read(target.files?.[0])}
        />
      </span>
      <p id={`${id}-takes`} data-wrong={isWrong}>
        {takes}
      </p>
    </div>
  );
}
