import './enforcer.css';
import { calls, type DeviceRecordingDetail, deviceRecordingStateTable, gapWords } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { Link, useNavigate, useParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { useAct } from '../../api/refresh.ts';
import { paths } from '../../ui/address/paths.ts';
import { useTitle } from '../../ui/address/title.ts';
import { ConfirmButton, confirmAct } from '../../ui/forms/confirm-button.tsx';
import { Copyable } from '../../ui/kit/copyable.tsx';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { duration, fileSize } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { RecordingChip } from './chips.tsx';
import { useMayPreserve } from './may.ts';
import { PayRecording } from './pay-recording.tsx';
import { Player } from './player.tsx';
import { Positions } from './positions.tsx';
import { Segments } from './segments.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('recording', text);
const renewMs = 5_000;

/** `/enforcer/:id`: one recording. */
export function Component() {
  const t = useWords();
  useTitle(t('title'));
  const { id = '' } = useParams();
  const query = useQuery({
    ...queryOf(calls.enforcer.recording, { id }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? renewMs : false),
  });
  return (
    <>
      <Link to={paths.devices}>{t('back')}</Link>
      <QueryView query={query} rows={8}>
        {(recording) => <Recording recording={recording} />}
      </QueryView>
    </>
  );
}

/** Whether it may change by itself. */
const isUnderWay = (recording: DeviceRecordingDetail | undefined): boolean =>
  recording !== undefined && (!recording.attestation || recording.attestation.state !== 'succeeded');

function Recording({ recording }: { recording: DeviceRecordingDetail }) {
  const t = useWords();
  return (
    <article className="enforcer-detail">
      <div className="page-heading">
        <h1>{recording.deviceName}</h1>
        <Acts recording={recording} />
      </div>
      <Facts recording={recording} />
      <Gaps recording={recording} />
      <section>
        <h2>{t('play')}</h2>
        <Player recording={recording} />
      </section>
      <section>
        <h2>{t('positions')}</h2>
        <Positions recording={recording} />
      </section>
      <section>
        <h2>{t('segments')}</h2>
        <Segments recording={recording} />
      </section>
    </article>
  );
}

function Facts({ recording }: { recording: DeviceRecordingDetail }) {
  const t = useWords();
  const language = useLanguage();
  const { device, startedAt, endedAt, recordedMs, held, segments, sizeBytes, receivedAt } = recording;
  const rows = [
    [t('state'), <RecordingChip key="state" recording={recording} />],
    [
      t('claimed'),
      <span key="claimed">
        <Moment at={startedAt} /> – <Moment at={endedAt} />
      </span>,
    ],
    [t('received'), <Moment key="received" at={receivedAt} />],
    [t('length'), `${duration(recordedMs / 1000, language)} · ${fileSize(sizeBytes)}`],
    [t('held'), `${held} / ${segments}`],
    [t('key'), <Copyable key="key" text={device.key} what={t('key')} kept={8} />],
  ] as const;
  return (
    <section className="panel enforcer-facts">
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="secondary">{t('word')}</p>
    </section>
  );
}

function Gaps({ recording: { gaps, state } }: { recording: DeviceRecordingDetail }) {
  const t = useWords();
  const language = useLanguage();
  if (gaps.length === 0) return <p className="secondary">{t('noGaps')}</p>;
  return (
    <Alert
      type="warning"
      showIcon
      title={t(state === 'submitted' ? 'gapsSealed' : 'gaps')}
      description={
        <ul className="enforcer-gaps">
          {gaps.map((gap) => (
            <li key={`${gap.kind}${gap.n}`}>{wordIn(gapWords(gap), language)}</li>
          ))}
        </ul>
      }
    />
  );
}

/** Actions that the state of the recording allows. */
function Acts({ recording }: { recording: DeviceRecordingDetail }) {
  const t = useWords();
  const navigate = useNavigate();
  const { id, state, attestation } = recording;
  const closing = useAct(calls.enforcer.closeRecording, 'devices');
  const deleting = useAct(calls.enforcer.deleteRecording, 'devices');
  const mayPreserve = useMayPreserve();
  const events = mayPreserve ? deviceRecordingStateTable.allowed(state, 'holder') : [];
  return (
    <div className="actions">
      {attestation && (
        <LinkButton to={paths.attestation(attestation.ano)} type="primary">
          {t('attestation')}
        </LinkButton>
      )}
      {events.includes('submitted') && <PayRecording recording={recording} />}
      {events.includes('closed') && <ConfirmButton {...confirmAct(t, 'close', closing, { id })} kind="primary" />}
      {events.includes('deleted') && (
        <ConfirmButton
          {...confirmAct(t, 'remove', deleting, { id }, () => void navigate(paths.devices))}
          kind="danger"
        />
      )}
    </div>
  );
}
