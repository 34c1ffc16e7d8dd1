import { calls, matterLimits, searchLength } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Modal, Pagination } from 'antd';
import { useState } from 'react';
import { queryOf } from '../../../api/queries.ts';
import { useRows } from '../../../api/rows.ts';
import { Moment } from '../../../ui/kit/moment.tsx';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-evidence-picker', text);

const rowsAtOnce = 8;

interface Props {
  chosen: readonly string[];
  /** Called with the numbers chosen, in the order of choice; null if nothing changes. */
  onClose: (anos: string[] | null) => void;
}

/** Selects certified attestations and marks those that are part of another matter. */
export function EvidencePicker({ chosen, onClose }: Props) {
  const t = useWords();
  const [anos, setAnos] = useState([...chosen]);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const found = useRows(queryOf(calls.notarization.notarizableAttestations, { search, page, size: rowsAtOnce }));
  const used = useQuery(queryOf(calls.notarization.usedAttestations, { size: 100 })).data?.list;
  const toggle = (ano: string) =>
    setAnos((before) => (before.includes(ano) ? before.filter((one) => one !== ano) : [...before, ano]));
  return (
    <Modal
      open
      title={t('title')}
      okText={t('take', { count: anos.length })}
      onOk={() => onClose(anos)}
      onCancel={() => onClose(null)}
      width={640}
      destroyOnHidden
    >
      <Input.Search
        aria-label={t('search')}
        placeholder={t('search')}
        allowClear
        maxLength={searchLength}
        onSearch={(typed) => {
          setSearch(typed.trim());
          setPage(1);
        }}
      />
      <QueryView query={found} rows={rowsAtOnce}>
        {({ list, total }) => (
          <>
            {total === 0 && <p className="secondary notarization-none">{t(search === '' ? 'none' : 'nothing')}</p>}
            <ul className="notarization-picker">
              {list.map(({ ano, name, createdAt }) => {
                const matter = used?.find((one) => one.ano === ano)?.matterNo;
                return (
                  <li key={ano}>
                    <Checkbox
                      checked={anos.includes(ano)}
                      disabled={!anos.includes(ano) && anos.length >= matterLimits.evidence}
                      onChange={() => toggle(ano)}
                    >
                      <strong>{name}</strong>
                      <span className="secondary">
                        <code>{ano}</code> · <Moment at={createdAt} />
                      </span>
                      {matter && <span className="secondary">{t('used', { matter })}</span>}
                    </Checkbox>
                  </li>
                );
              })}
            </ul>
            {total > rowsAtOnce && (
              <Pagination simple current={page} total={total} pageSize={rowsAtOnce} onChange={setPage} />
            )}
          </>
        )}
      </QueryView>
    </Modal>
  );
}
