import { calls, matterKindFacts, matterLimits, type Upload } from '@proofkeep/contract';
import { refresh } from '../../../api/refresh.ts';
import { FileField, sender } from '../../../ui/forms/file-field.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { useApplication } from './application.ts';
import { Field } from './field.tsx';
import { useOwnUpload } from './own-upload.ts';
import { Part } from './part.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-materials', text);

const send = sender(calls.uploads.uploadFile, {});

/** Files that the kind requires or accepts, several of each. */
export function MaterialsPart() {
  const t = useWords();
  const language = useLanguage();
  const { entered, change } = useApplication();
  const { materials, kind } = entered;
  const isFull = materials.length >= matterLimits.materials;
  const upload = useOwnUpload();
  const replace = (code: string, before: string | null, file: Upload | null) => {
    const others = materials.filter(({ fileId }) => fileId !== before);
    change({ materials: file ? [...others, { code, fileId: file.fileId }] : others });
    void refresh('ownUploads');
  };
  return (
    <Part name="materials" title={t('title')} hint={t('hint')}>
      <div className="notarization-materials">
        {matterKindFacts[kind].materials.map(({ code, label, isRequired }) => {
          const name = wordIn(label, language);
          const files = materials.filter((material) => material.code === code).map(({ fileId }) => fileId);
          const field = `materials.${code}`;
          return (
            <Field key={code} name={field} label={isRequired ? name : t('optional', { name })}>
              <div className="notarization-files">
                {[...files, ...(isFull ? [] : [null])].map((fileId, at) => (
                  <FileField
                    key={fileId ?? 'new'}
                    id={at === 0 ? field : `${field}.${at}`}
                    label={at === 0 ? name : t('another', { name, n: at + 1 })}
                    purpose="attachment"
                    send={send}
                    value={fileId === null ? null : upload(fileId)}
                    onChange={(file) => replace(code, fileId, file)}
                  />
                ))}
              </div>
            </Field>
          );
        })}
      </div>
    </Part>
  );
}
