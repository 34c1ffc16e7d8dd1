import './file-field.css';
import { DeleteOutlined, FilePdfOutlined, LoadingOutlined, UploadOutlined } from '@ant-design/icons';
import {
  type Call,
  calls,
  fileTypeName,
  type InputOf,
  type Upload,
  type UploadPurpose,
  uploadPurposes,
} from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useRef } from 'react';
import { ApiError, isApiError, toApiError } from '../../api/api-error.ts';
import { ask, linkTo } from '../../api/ask.ts';
import { fileSize } from '../words/formatters.ts';
import { words } from '../words/words.ts';
import { FileInput } from './file-input.tsx';
import { OwnUploads } from './own-uploads.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('file-field', text);

interface Props {
  label: string;
  purpose: UploadPurpose;
  send: (file: File) => Promise<Upload>;
  /** Deletes the file on the server, if needed. */
  onRemove?: (upload: Upload) => Promise<unknown>;
  /** Set by Form.Item, like the props below. */
  id?: string;
  value?: Upload | null;
  onChange?: (value: Upload | null) => void;
}

/** Form field for one file: uploads it once chosen and shows the stored version. */
export function FileField({ label, purpose, send, onRemove, id, value, onChange }: Props) {
  const t = useWords();
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { types, maxBytes } = uploadPurposes[purpose];
  const size = `${maxBytes / 2 ** 20} MB`;
  const sending = useMutation({
    mutationFn: (file: File) => {
      // The server would refuse it only after the whole upload.
      if (file.size > maxBytes) throw new ApiError('TOO_LARGE', { message: t('tooLarge', { size }) });
      return send(file);
    },
    meta: { isShownInPlace: true },
    onSuccess: (upload) => onChange?.(upload),
  });
  const removing = useMutation({
    mutationFn: async (upload: Upload) => onRemove?.(upload),
    onSuccess: () => onChange?.(null),
  });
  const isFull = isApiError(sending.error, 'UPLOAD_QUOTA');
  return (
    <div className="file-field">
      <FileInput
        ref={input}
        id={id}
        accept={types.join(',')}
        label={label}
        aria-describedby={hintId}
        onFiles={([file]) => file && sending.mutate(file)}
      />
      <div className="file-field-box" data-empty={!value}>
        {sending.isPending ? (
          <p role="status">
            <LoadingOutlined aria-hidden /> {t('sending', { name: sending.variables.name })}
          </p>
        ) : value ? (
          <Kept upload={value} label={label} />
        ) : (
          <label htmlFor={id} className="button">
            <UploadOutlined aria-hidden /> {t('choose')}
          </label>
        )}
      </div>
      <div className="file-field-foot">
        <span id={hintId} className="secondary">
          {t('limits', { types: types.map(fileTypeName).join(t('between')), size })}
        </span>
        {value && !sending.isPending && (
          <span className="actions">
            <Button size="small" onClick={() => input.current?.click()} aria-label={`${t('replace')}: ${label}`}>
              {t('replace')}
            </Button>
            <Button
              size="small"
              icon={<DeleteOutlined aria-hidden />}
              loading={removing.isPending}
              onClick={() => removing.mutate(value)}
              aria-label={`${t('remove')}: ${label}`}
            >
              {t('remove')}
            </Button>
          </span>
        )}
      </div>
      {sending.isError && (
        <p className="file-field-error" role="alert">
          {toApiError(sending.error).message}
        </p>
      )}
      {isFull && <OwnUploads />}
    </div>
  );
}

function Kept({ upload, label }: { upload: Upload; label: string }) {
  const src = linkTo(calls.uploads.upload, { id: upload.fileId });
  if (upload.mediaType.startsWith('image/')) return <img src={src} alt={label} />;
  return (
    <a href={src}>
      <FilePdfOutlined aria-hidden /> <span>{upload.name}</span>{' '}
      <span className="secondary">{fileSize(upload.sizeBytes)}</span>
    </a>
  );
}

/** Uploads a chosen file by the given call. */
export const sender =
  <C extends Call>(call: C, input: InputOf<C>) =>
  (file: File): Promise<Upload> =>
    ask(call, input as never, { file }) as Promise<Upload>;
