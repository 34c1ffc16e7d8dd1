import { useEffect, useRef } from 'react';

interface Props {
  /** Label: read by screen readers, and shown where there is room. */
  word: string;
  isOn: boolean;
  /** Some of the rows it covers are selected, but not all. */
  isPartly?: boolean;
  onToggle: () => void;
}

export function Pick({ word, isOn, isPartly = false, onToggle }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly;
  }, [isPartly]);
  return (
    <label>
      <input ref={box} type="checkbox" checked={isOn} onChange={onToggle} />
      <span className="attestations-list-pick-word">{word}</span>
    </label>
  );
}
