import './enforcer.css';
import { calls, type DeviceRecording, deviceStateTable, type EnforcerDevice } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { useRows } from '../../api/rows.ts';
import { useAddress } from '../../ui/address/address.ts';
import { paths } from '../../ui/address/paths.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { Ago } from '../../ui/kit/ago.tsx';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { AgoCell } from '../../ui/kit/moment-cell.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { Pages } from '../../ui/kit/pages.tsx';
import { Table } from '../../ui/kit/table.tsx';
import { hidden, right } from '../../ui/kit/table-head.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { duration } from '../../ui/words/formatters.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { BindDevice } from './bind-device.tsx';
import { DeviceChip, RecordingChip } from './chips.tsx';
import { useMayPreserve } from './may.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('devices', text);
const tabs = ['recordings', 'devices'] as const;

/** `/enforcer`: recordings of the account's devices, and the devices; the URL holds the open tab. */
export function Component() {
  const t = useWords();
  const [query, setQuery] = useSearchParams();
  const active = tabs.find((name) => name === query.get('tab')) ?? 'recordings';
  const mayPreserve = useMayPreserve();
  return (
    <>
      <PageHeading title={t('title')}>{mayPreserve && <BindDevice />}</PageHeading>
      <Tabs
        activeKey={active}
        destroyOnHidden
        onChange={(tab) => setQuery(tab === 'recordings' ? {} : { tab })}
        items={tabs.map((key) => ({ key, label: t(key), children: key === 'devices' ? <Devices /> : <Recordings /> }))}
      />
    </>
  );
}

/** A recording may grow while it is being viewed. */
const renewMs = 5_000;

function Recordings() {
  const t = useWords();
  const { page } = useAddress();
  const rows = useRows({ ...queryOf(calls.enforcer.recordingList, { page }), refetchInterval: renewMs });
  return (
    <QueryView query={rows}>
      {({ list, total }) =>
        total === 0 ? (
          <EmptyState title={t('noRecordings')} hint={t('noRecordingsHint')} />
        ) : (
          <>
            <Table
              className="table enforcer-table"
              caption={t('recordings')}
              columns={[t('recording'), t('state'), t('segments'), right(t('length')), t('received')]}
            >
              {list.map((row) => (
                <RecordingRow key={row.id} row={row} />
              ))}
            </Table>
            <Pages total={total} />
          </>
        )
      }
    </QueryView>
  );
}

function RecordingRow({ row }: { row: DeviceRecording }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <tr>
      <td>
        <Link to={paths.deviceRecording(row.id)}>{row.deviceName}</Link>
        <p className="secondary">
          <Moment at={row.startedAt} /> {t('claimed')}
        </p>
      </td>
      <td>
        <RecordingChip recording={row} />
      </td>
      <td data-label={t('segments')} className="numbers">
        {row.held} / {row.segments}
      </td>
      <td data-label={t('length')} className="right numbers">
        {duration(row.recordedMs / 1000, language)}
      </td>
      <AgoCell label={t('received')} at={row.receivedAt} />
    </tr>
  );
}

function Devices() {
  const t = useWords();
  const { page } = useAddress();
  return (
    <QueryView query={useQuery(queryOf(calls.enforcer.deviceList, { page }))}>
      {({ list, total }) =>
        total === 0 ? (
          <EmptyState title={t('noDevices')} hint={t('noDevicesHint')} />
        ) : (
          <>
            <Table
              className="table enforcer-table"
              caption={t('devices')}
              columns={[t('device'), t('state'), t('key'), t('bound'), t('seen'), hidden(t('acts'))]}
            >
              {list.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </Table>
            <Pages total={total} />
          </>
        )
      }
    </QueryView>
  );
}

function DeviceRow({
  device: { id, name, state, key, boundAt, boundBy, seenAt, recordings },
}: {
  device: EnforcerDevice;
}) {
  const t = useWords();
  const unbinding = useAct(calls.enforcer.unbindDevice, 'devices');
  const mayUnbind = useMayPreserve() && deviceStateTable.allowed(state, 'holder').includes('unbound');
  return (
    <tr>
      <td>
        {name}
        <p className="secondary">{t('count', { count: recordings })}</p>
      </td>
      <td>
        <DeviceChip state={state} />
      </td>
      <td data-label={t('key')}>
        <Copyable text={key} what={t('key')} kept={8} />
      </td>
      <td data-label={t('bound')}>
        {boundAt && <Moment at={boundAt} />} <span className="secondary">{boundBy}</span>
      </td>
      <td data-label={t('seen')}>{seenAt ? <Ago at={seenAt} /> : '-'}</td>
      <td className="right">
        {mayUnbind && <ConfirmButton {...confirmAct(t, 'unbind', unbinding, { id })} kind="danger" />}
      </td>
    </tr>
  );
}
