import { calls, type DocumentTemplate } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { Moment } from '../../../ui/kit/moment.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-template-versions', text);

interface Props {
  template: DocumentTemplate;
  /** Copies the wording of a version into the editor. */
  onUse: (text: string) => void;
}

/** The earlier versions of a template. */
export function TemplateVersions({ template: { kind, document }, onUse }: Props) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({
    ...queryOf(calls.consoleNotarization.templateVersions, { kind, document }),
    enabled: isOpen,
  });
  const take = (taken: string) => {
    onUse(taken);
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      <Modal open={isOpen} title={t('title')} footer={null} width={720} onCancel={() => setOpen(false)}>
        <QueryView query={found} rows={4}>
          {({ list }) => (
            <ul className="console-notarization-list">
              {list.map(({ version, text: wording, savedAt, savedBy }) => (
                <li key={version}>
                  <span className="console-line">
                    <strong>{version === 0 ? t('standard') : t('version', { version })}</strong>
                    <Button size="small" onClick={() => take(wording)}>
                      {t('use')}
                    </Button>
                  </span>
                  {savedAt && (
                    <p className="secondary">
                      {savedBy} · <Moment at={savedAt} />
                    </p>
                  )}
                  <p className="console-notarization-answer">{wording}</p>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </Modal>
    </>
  );
}
