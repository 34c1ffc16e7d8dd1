import {
  calls,
  type DocumentTemplate,
  fillTemplate,
  gapsOf,
  notaryTextLength,
  sampleValues,
  unknownGaps,
} from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { Moment } from '../../../ui/kit/moment.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { TemplateVersions } from './template-versions.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-template', text);

/** Edits the wording of one document beside a preview with sample data. */
export function TemplateEditor({ template }: { template: DocumentTemplate }) {
  const t = useWords();
  const { kind, document, version, savedAt, savedBy } = template;
  const [edited, setEdited] = useState(template.text);
  const unknown = unknownGaps(kind, edited);
  const isShort = edited.trim().length < notaryTextLength.deed.min;
  const saving = useMutation({
    mutationFn: () => ask(calls.consoleNotarization.saveTemplate, { kind, document, version, text: edited }),
    meta: { isShownInPlace: true },
    onSuccess: ({ version: saved }) => toast.success(t('saved', { version: saved })),
    onSettled: () => refresh('consoleTemplates'),
  });
  const drawing = useMutation({
    mutationFn: () => ask(calls.consoleNotarization.previewTemplate, { kind, document, text: edited }),
    onSuccess: ({ pdf }) => openPdf(pdf),
  });
  return (
    <>
      <p className="secondary">
        {version === 0 ? t('standard') : t('version', { version, name: savedBy ?? '' })}{' '}
        {savedAt && <Moment at={savedAt} />}
      </p>
      {saving.error && <Alert type="error" showIcon role="alert" title={toApiError(saving.error).message} />}
      <div className="console-notarization-template">
        <div>
          <Input.TextArea
            aria-label={t('text')}
            autoSize={{ minRows: 8, maxRows: 20 }}
            maxLength={notaryTextLength.deed.max}
            value={edited}
            status={unknown.length > 0 || isShort ? 'error' : ''}
            onChange={({ target }) => setEdited(target.value)}
          />
          {unknown.length > 0 && (
            <p className="console-danger" role="alert">
              {t('unknown', { gaps: unknown.map((gap) => `{${gap}}`).join(' ') })}
            </p>
          )}
          <Gaps template={template} onInsert={(gap) => setEdited((before) => `${before}{${gap}}`)} />
        </div>
        <section className="panel console-notarization-sample" aria-label={t('preview')}>
          <h3>{t('preview')}</h3>
          {fillTemplate(edited, sampleValues(kind)).map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity of their own
            <p key={at}>{line}</p>
          ))}
        </section>
      </div>
      <div className="actions">
        <Button
          type="primary"
          disabled={edited === template.text || unknown.length > 0 || isShort}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t('save')}
        </Button>
        <Button disabled={unknown.length > 0 || isShort} loading={drawing.isPending} onClick={() => drawing.mutate()}>
          {t('pdf')}
        </Button>
        <TemplateVersions template={template} onUse={setEdited} />
      </div>
    </>
  );
}

/** Placeholders that the service fills in; each is added to the end of the text. */
function Gaps({ template, onInsert }: { template: DocumentTemplate; onInsert: (gap: string) => void }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <div role="group" aria-label={t('gaps')} className="chips">
      {Object.entries(gapsOf(template.kind)).map(([gap, label]) => (
        <button key={gap} type="button" className="toggle" title={`{${gap}}`} onClick={() => onInsert(gap)}>
          {wordIn(label, language)}
        </button>
      ))}
    </div>
  );
}

/** Opens a PDF from memory in a new tab. */
function openPdf(base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  window.open(url, '_blank', 'noopener');
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
}

/** By then the tab has read it. */
const keptMs = 60_000;
