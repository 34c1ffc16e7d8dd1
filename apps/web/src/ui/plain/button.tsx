import './plain.css';
import type { ButtonHTMLAttributes, ReactNode } from 'react';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'default' | 'link';
  /** Full width, and as tall as a field. */
  isBlock?: boolean;
  /** Keeps focus and label while the action runs, and ignores clicks. */
  isBusy?: boolean;
  icon?: ReactNode;
}

export function Button({ kind = 'default', isBlock, isBusy = false, icon, type, onClick, children, ...rest }: Props) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={isBlock ? 'button block' : 'button'}
      data-kind={kind}
      aria-busy={isBusy}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {icon}
      {children}
    </button>
  );
}
