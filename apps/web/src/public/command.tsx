import { Copy } from './copy.tsx';

/** Verbatim text such as a command, with a copy button. */
export function Command({ text, what }: { text: string; what: string }) {
  return (
    <div className="panel public-command">
      {/* Focusable, so that wide content scrolls by keyboard. */}
      <pre tabIndex={0} role="group" aria-label={what}>
        {text}
      </pre>
      <Copy text={text} what={what} />
    </div>
  );
}
