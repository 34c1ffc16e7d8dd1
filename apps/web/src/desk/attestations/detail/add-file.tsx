import { FileAddOutlined } from '@ant-design/icons';
import { calls, type SubmittedFile } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ChangeEvent, useRef, useState } from 'react';
import { isApiError, toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { TaskError } from '../../../ui/tasks/task.ts';
import { words } from '../../../ui/words/words.ts';
import { dropUpload, receiveFile } from '../receive-file.ts';
import { UnusedFiles } from '../unused-files.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('add-file', text);

/** Adds the file of an attested digest. The browser compares it first, so a wrong file is never uploaded. */
export function AddFile({ ano, n, stated }: { ano: string; n: number; stated: SubmittedFile }) {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [doneBytes, setDoneBytes] = useState(0);
  const adding = useMutation({
    mutationFn: async (file: File) => {
      const ending = new AbortController();
      let begun: string | undefined;
      const { fileId } = await receiveFile(file, {
        name: stated.name,
        uploadId: null,
        onProgress: (progress) => setDoneBytes(progress.doneBytes),
        onDigests(digests) {
          const differs = differenceOf(stated, { ...digests, sizeBytes: file.size });
          if (differs) ending.abort(new Differs(differs));
        },
        onBegun: (id) => {
          begun = id;
        },
        signal: ending.signal,
      }).catch((error: unknown) => {
        // Nothing else would continue it.
        if (begun) void dropUpload(begun);
        throw error;
      });
      return ask(calls.attestations.addFile, { ano, n, fileId });
    },
    meta: { isShownInPlace: true },
    onSuccess: () => refresh('attestations'),
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) adding.mutate(file);
    // Lets the user choose the same file again.
    target.value = '';
  };
  const problem = () => {
    const { error } = adding;
    if (error instanceof Differs) return t('differs', { which: error.which });
    return error instanceof TaskError ? t('unreadable') : toApiError(error).message;
  };
  return (
    <div>
      <Button
        size="small"
        icon={<FileAddOutlined aria-hidden />}
        loading={adding.isPending}
        aria-label={t('addNamed', { name: stated.name })}
        onClick={() => input.current?.click()}
      >
        {t('add')}
      </Button>
      {adding.isPending && (
        <progress value={doneBytes} max={Math.max(1, adding.variables.size)} aria-label={t('working')} />
      )}
      {adding.error && (
        <p role="alert" className="attestations-add-failed">
          {problem()}
        </p>
      )}
      {isApiError(adding.error, 'UPLOAD_QUOTA') && <UnusedFiles isFull />}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={t('choose', { name: stated.name })}
        onChange={choose}
      />
    </div>
  );
}

class Differs extends Error {
  readonly which: string;

  constructor(which: string) {
    super(which);
    this.which = which;
  }
}

/** Stated fields that differ from the file. */
function differenceOf(
  stated: SubmittedFile,
  found: { sha256: string; sm3: string | null; sizeBytes: number },
): string | null {
  if (stated.sha256 !== found.sha256) return 'SHA-256';
  return stated.sm3 !== null && stated.sm3 !== found.sm3 ? 'SM3' : null;
}
