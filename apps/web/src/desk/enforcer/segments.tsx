import type { DeviceRecordingDetail, DeviceSegment } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { Chip } from '../../ui/kit/chip.tsx';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { attention } from '../../ui/kit/looks.tsx';
import { MomentCell } from '../../ui/kit/moment-cell.tsx';
import { right, TableHead } from '../../ui/kit/table-head.tsx';
import { fileSize } from '../../ui/words/formatters.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('segments', text);
const shownAtFirst = 20;

/** The segments that the device signed. */
export function Segments({ recording: { list } }: { recording: DeviceRecordingDetail }) {
  const t = useWords();
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <table className="table panel enforcer-table">
        <caption className="visually-hidden">{t('caption')}</caption>
        <TableHead columns={[t('n'), t('claimed'), t('received'), t('clock'), right(t('size')), t('digest')]} />
        <tbody>
          {(isWhole ? list : list.slice(0, shownAtFirst)).map((segment) => (
            <Row key={segment.n} segment={segment} />
          ))}
        </tbody>
      </table>
      {!isWhole && list.length > shownAtFirst && (
        <Button onClick={() => setWhole(true)}>{t('all', { count: list.length })}</Button>
      )}
    </>
  );
}

function Row({
  segment: { n, startedAt, receivedAt, storedAt, clock, sizeBytes, sha256, events },
}: {
  segment: DeviceSegment;
}) {
  const t = useWords();
  return (
    <tr>
      <td className="numbers" data-label={t('n')}>
        {n}
        {events.length > 0 && <p className="secondary">{events.map(({ event }) => t(event as 'hidden')).join('、')}</p>}
      </td>
      <MomentCell label={t('claimed')} at={startedAt} />
      <MomentCell label={t('received')} at={receivedAt} />
      <td data-label={t('clock')} className="numbers">
        {clock ? `${clock.offsetMs > 0 ? '+' : ''}${clock.offsetMs} ±${clock.uncertaintyMs} ms` : t('notCompared')}
      </td>
      <td data-label={t('size')} className="right numbers">
        {storedAt ? fileSize(sizeBytes) : <Chip {...attention}>{t('noContent')}</Chip>}
      </td>
      <td data-label={t('digest')}>
        <Copyable text={sha256} what={t('digest')} kept={6} />
      </td>
    </tr>
  );
}
