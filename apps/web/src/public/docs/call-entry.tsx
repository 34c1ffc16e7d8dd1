import { lazy, Suspense, useState } from 'react';
import type { Entry } from './document.ts';
import type { Definitions } from './schema-view.tsx';

// Loaded when the first call is opened, because the texts of all refusals come with it.
const CallDetails = lazy(async () => ({ default: (await import('./call-details.tsx')).CallDetails }));

export function CallEntry(entry: Entry & Definitions) {
  const { method, path, operation } = entry;
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="docs-call"
      id={`${method}:${path}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className="docs-method" data-method={method}>
          {method}
        </span>
        <code>{path}</code>
        <span className="secondary">{operation.summary}</span>
      </summary>
      {isOpen && (
        <Suspense>
          <CallDetails {...entry} />
        </Suspense>
      )}
    </details>
  );
}
