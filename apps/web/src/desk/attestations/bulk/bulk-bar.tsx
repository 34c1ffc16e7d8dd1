import { calls, matterLimits } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { linkTo } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { paths } from '../../../ui/address/paths.ts';
import { PutForward } from '../../../ui/court/put-forward.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { words } from '../../../ui/words/words.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkAct, bulkActs, openTo, type Selection } from './selection.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('bulk-bar', text);

interface Props {
  selection: Selection;
  /** Whether the user may change attestations. */
  mayAct: boolean;
}

/** Bulk actions for the selection; each button shows how many rows it applies to. */
export function BulkBar({ selection, mayAct }: Props) {
  const t = useWords();
  // Fixed at start: rows change state and leave the page while the action runs.
  const [begun, begin] = useState<{ act: BulkAct; rows: Selection['rows'] } | null>(null);
  const offered = (mayAct ? bulkActs : [])
    .map((act) => ({ act, rows: openTo(act, selection.rows) }))
    .filter(({ rows }) => rows.length > 0);
  const sealed = selection.rows.filter(({ state }) => state === 'succeeded').map(({ ano }) => ano);
  const [isPutting, setPutting] = useState(false);
  const close = () => {
    begin(null);
    selection.clear();
  };
  return (
    <>
      {selection.rows.length > 0 && (
        <section className="attestations-bulk-bar" aria-label={t('label')}>
          <strong className="numbers" role="status">
            {t('selected', { count: selection.rows.length })}
          </strong>
          <div className="actions">
            {offered.map(({ act, rows }, at) => (
              <Button key={act} type={at === 0 ? 'primary' : 'default'} onClick={() => begin({ act, rows })}>
                {act === 'label' ? t('label_') : t(act, { count: rows.length })}
              </Button>
            ))}
            <Notarize rows={selection.rows} />
            {sealed.length > 0 && (
              <Button onClick={() => setPutting(true)}>{t('court', { count: sealed.length })}</Button>
            )}
            <Downloads anos={selection.rows.map(({ ano }) => ano)} sealed={sealed} />
            <Button type="text" onClick={selection.clear}>
              {t('clear')}
            </Button>
          </div>
        </section>
      )}
      {isPutting && <PutForward anos={sealed} onLeave={() => setPutting(false)} />}
      {begun && <BulkDialog {...begun} onLeave={() => begin(null)} onDone={close} />}
    </>
  );
}

/** Begins a matter about the certified rows of the selection. */
function Notarize({ rows }: Pick<Selection, 'rows'>) {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const anos = rows.flatMap(({ ano, state }) => (state === 'succeeded' ? [ano] : []));
  if (!me?.permissions.includes('matters') || anos.length === 0 || anos.length > matterLimits.evidence) return null;
  return <LinkButton to={paths.notarize(...anos)}>{t('notarize', { count: anos.length })}</LinkButton>;
}

/** The bundles of the certified rows, and the selected rows as an Excel file. */
function Downloads({ anos, sealed }: { anos: string[]; sealed: string[] }) {
  const t = useWords();
  const [first] = sealed;
  return (
    <>
      {first && (
        <Button
          href={
            sealed.length === 1
              ? linkTo(calls.attestations.bundle, { attestationNo: first })
              : linkTo(calls.attestations.bundles, { anos: sealed })
          }
          download
        >
          {t('bundles', { count: sealed.length })}
        </Button>
      )}
      <Button href={linkTo(calls.attestations.downloadList, { anos })} download>
        {t('export', { count: anos.length })}
      </Button>
    </>
  );
}
