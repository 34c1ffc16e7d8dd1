import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Modal, Radio } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { paths } from '../address/paths.ts';
import { QueryView } from '../notices/query-view.tsx';
import { words } from '../words/words.ts';
import { keepJudicialInfo, readJudicialInfo } from './judicial-info.ts';
import './court.css';
import text from './words.json' with { type: 'json' };

const useWords = words('put-forward', text);

const fresh = '';

/** Asks for the list of a court application, adds attestations to it and opens the application. */
export function PutForward({ anos, onLeave }: { anos: readonly string[]; onLeave: () => void }) {
  const t = useWords();
  const navigate = useNavigate();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const drafts = useQuery({
    ...queryOf(calls.courtApplications.courtApplications, { state: 'draft', size: 20 }),
    staleTime: 0,
  });
  const [chosen, choose] = useState<string | null>(null);
  const act = useAct(calls.courtApplications.putForward, 'courtApplications');
  const last = readJudicialInfo(me?.userId ?? '')?.id;
  const id = chosen ?? drafts.data?.list.find((one) => one.id === last)?.id ?? fresh;
  const put = () =>
    act.mutate(
      { anos: [...anos], ...(id === fresh ? {} : { id }) },
      {
        onSuccess: (put) => {
          keepJudicialInfo({ id: put.id, userId: me?.userId ?? '', ano: anos });
          void navigate(paths.courtApplication(put.id));
        },
      },
    );
  return (
    <Modal
      open
      title={t('title', { count: anos.length })}
      okText={t('add')}
      cancelText={t('leave')}
      okButtonProps={{ loading: act.isPending, disabled: !drafts.data || !me }}
      onOk={put}
      onCancel={onLeave}
      width={520}
    >
      <p className="secondary">{t('hint')}</p>
      <QueryView query={drafts} rows={2}>
        {({ list }) => (
          <Radio.Group
            className="court-choices"
            aria-label={t('into')}
            value={id}
            onChange={({ target }) => choose(String(target.value))}
          >
            <Radio value={fresh}>{t('fresh')}</Radio>
            {list.map((one) => (
              <Radio key={one.id} value={one.id}>
                {one.court || one.cause || t('unnamed')} <code className="secondary">{one.no}</code>{' '}
                <span className="secondary">{t('items', { count: one.items })}</span>
              </Radio>
            ))}
          </Radio.Group>
        )}
      </QueryView>
    </Modal>
  );
}
