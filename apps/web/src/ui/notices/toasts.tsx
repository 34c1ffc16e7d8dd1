import { useToasts } from './toast.ts';

/** Specification §9. */
const topPx = 65;

/** Toasts above every page; announced by screen readers. */
export function Toasts() {
  return (
    <div className="toasts" role="status" style={{ top: topPx }}>
      {useToasts().map(({ id, kind, text }) => (
        <p key={id} data-kind={kind}>
          {text}
        </p>
      ))}
    </div>
  );
}
