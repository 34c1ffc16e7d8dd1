import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { hashFile } from '../../ui/tasks/hash-file.ts';
import { problemOf, type TaskProblem } from '../../ui/tasks/task.ts';
import { words } from '../../ui/words/words.ts';
import { DropZone } from '../drop-zone.tsx';
import { Problem } from '../problem.tsx';
import { Progress } from '../progress.tsx';
import { digestIn, type PastedDigest } from './digest-in.ts';
import { DigestResult } from './lookup-result.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('file-tab', text);

/** Looks up whether a file is part of an attestation. The digest is in the URL, so that users can share the result. */
export function FileTab() {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const [file, setFile] = useState<File | null>(null);
  const digest = digestOf(query);
  const ask = ({ hex, algorithm }: PastedDigest) =>
    setQuery({ by: 'file', [algorithm ?? 'digest']: hex }, { preventScrollReset: true });
  const hashing = useHashing(file, (hex) => {
    setFile(null);
    ask({ hex, algorithm: 'sha256' });
  });
  return (
    <div className="query-one">
      <DropZone label={t('choose')} onFiles={([chosen]) => setFile(chosen ?? null)} />
      <p className="secondary">{t('only')}</p>
      {file && hashing.problem && <Problem problem={hashing.problem} />}
      {file && !hashing.problem && (
        <Progress
          doing={t('hashing', { name: file.name })}
          readBytes={hashing.readBytes}
          totalBytes={file.size}
          onCancel={() => setFile(null)}
        />
      )}
      <DigestForm key={digest?.hex} digest={digest?.hex ?? ''} onDigest={ask} />
      {digest && !file && <DigestResult digest={digest} />}
    </div>
  );
}

/** The digest in the URL: `digest` if the user didn't say which algorithm made it. */
function digestOf(query: URLSearchParams): PastedDigest | null {
  for (const name of ['sha256', 'sm3', 'digest'] as const) {
    const found = digestIn(query.get(name) ?? '');
    if (found) return { hex: found.hex, algorithm: name === 'digest' ? null : name };
  }
  return null;
}

function DigestForm({ digest, onDigest }: { digest: string; onDigest: (digest: PastedDigest) => void }) {
  const t = useWords();
  const [text, setText] = useState(digest);
  const [isInvalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = digestIn(text);
    setInvalid(found === null);
    if (found) onDigest(found);
  };
  return (
    <form className="query-field" onSubmit={submit} noValidate>
      <label htmlFor="digest">{t('digest')}</label>
      <div className="query-field-line">
        <input
          id="digest"
          className="input mono"
          value={text}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? 'digest-error' : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button" data-kind="primary">
          {t('ask')}
        </button>
      </div>
      {isInvalid && (
        <p id="digest-error" className="query-field-error" role="alert">
          {t('invalid')}
        </p>
      )}
    </form>
  );
}

function useHashing(file: File | null, onDigest: (digest: string) => void) {
  const [readBytes, setRead] = useState(0);
  const [problem, setProblem] = useState<TaskProblem | null>(null);
  const reportDigest = useEffectEvent(onDigest);
  useEffect(() => {
    setRead(0);
    setProblem(null);
    if (!file) return;
    const ending = new AbortController();
    const { signal } = ending;
    hashFile({ file, withSm3: false }, { onRead: (read) => signal.aborted || setRead(read), signal }).then(
      ({ sha256 }) => signal.aborted || reportDigest(sha256),
      (error) => signal.aborted || setProblem(problemOf(error)),
    );
    return () => ending.abort();
  }, [file]);
  return { readBytes, problem };
}
