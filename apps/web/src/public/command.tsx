import { Copy } from './copy.tsx';

/** Something to be run or kept as it stands, with a button that copies it. */
export function Command({ text, what }: { text: string; what: string }) {
  return (
    <div className="public-command">
      {/* What is wider than the page is scrolled to, by keyboard too. */}
      <pre tabIndex={0} role="group" aria-label={what}>
        {text}
      </pre>
      <Copy text={text} what={what} />
    </div>
  );
}
