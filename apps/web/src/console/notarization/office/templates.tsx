import {
  calls,
  type DocumentTemplate,
  type MatterKind,
  matterDocumentWords,
  matterKindFacts,
  matterKinds,
  type TemplateDocument,
  templateDocumentsOf,
} from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { useLanguage, wordIn, words } from '../../../ui/words/words.ts';
import { TemplateEditor } from './template-editor.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-templates', text);

/** Wording of the office's documents: one template per kind of matter and document. */
export function Templates() {
  const t = useWords();
  const language = useLanguage();
  const [kind, setKind] = useState<MatterKind>('preservation');
  const [document, setDocument] = useState<TemplateDocument>('deed');
  const found = useQuery(queryOf(calls.consoleNotarization.templates, {}));
  const isChosen = (one: DocumentTemplate) => one.kind === kind && one.document === document;
  return (
    <section className="panel console-notarization-panel console-notarization-wide">
      <h2>{t('title')}</h2>
      <p className="secondary">{t('hint')}</p>
      <div className="console-filter">
        <Select
          aria-label={t('kind')}
          value={kind}
          onChange={(value) => {
            setKind(value);
            if (!templateDocumentsOf(value).includes(document)) setDocument('deed');
          }}
          options={matterKinds.map((value) => ({ value, label: wordIn(matterKindFacts[value].name, language) }))}
        />
        <Select
          aria-label={t('document')}
          value={document}
          onChange={setDocument}
          options={templateDocumentsOf(kind).map((value) => ({
            value,
            label: wordIn(matterDocumentWords[value], language),
          }))}
        />
      </div>
      <QueryView query={found} rows={6}>
        {({ list }) => {
          const chosen = list.find(isChosen);
          return chosen && <TemplateEditor key={`${kind} ${document} ${chosen.version}`} template={chosen} />;
        }}
      </QueryView>
    </section>
  );
}
