import type { DeviceRecordingDetail } from '@proofkeep/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { Moment } from '../../ui/kit/moment.tsx';
import { right, TableHead } from '../../ui/kit/table-head.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('positions', text);
const shownAtFirst = 20;

/** Where the device says it was. Shows no map, so no other service learns of it. */
export function Positions({ recording: { list } }: { recording: DeviceRecordingDetail }) {
  const t = useWords();
  const [isWhole, setWhole] = useState(false);
  const positions = list.flatMap(({ n, startedAt, fromMs, positions }) =>
    positions.map((position, i) => ({
      key: `${n}-${i}`,
      n,
      at: new Date(Date.parse(startedAt) + position.atMs - fromMs).toISOString(),
      ...position,
    })),
  );
  if (positions.length === 0) return <p className="secondary">{t('none')}</p>;
  const shown = isWhole ? positions : positions.slice(0, shownAtFirst);
  return (
    <>
      <table className="table panel enforcer-table">
        <caption className="visually-hidden">{t('caption')}</caption>
        <TableHead
          columns={[t('time'), right(t('latitude')), right(t('longitude')), right(t('accuracy')), right(t('segment'))]}
        />
        <tbody>
          {shown.map(({ key, n, at, latitudeE7, longitudeE7, accuracyCm }) => (
            <tr key={key}>
              <td>
                <Moment at={at} />
              </td>
              <td data-label={t('latitude')} className="right numbers">
                {degrees(latitudeE7)}
              </td>
              <td data-label={t('longitude')} className="right numbers">
                {degrees(longitudeE7)}
              </td>
              <td data-label={t('accuracy')} className="right numbers">
                ±{Math.round(accuracyCm / 100)} m
              </td>
              <td data-label={t('segment')} className="right numbers">
                {n}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && positions.length > shownAtFirst && (
        <Button onClick={() => setWhole(true)}>{t('all', { count: positions.length })}</Button>
      )}
    </>
  );
}

const degrees = (e7: number): string => (e7 / 1e7).toFixed(6);
