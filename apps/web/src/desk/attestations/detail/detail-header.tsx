import { AuditOutlined, CheckOutlined, CloseOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons';
import { type AttestationDetail, attestationNameLength, calls, isCapturedKind } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Dropdown, Input } from 'antd';
import { useState } from 'react';
import { linkTo } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { useAct } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { StateChip } from '../../../ui/attestation/state-chip.tsx';
import { Thumbnail } from '../../../ui/attestation/thumbnail.tsx';
import { PutForward } from '../../../ui/court/put-forward.tsx';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { Cost } from '../../../ui/money/cost.tsx';
import { words } from '../../../ui/words/words.ts';
import { Answer } from '../answer.tsx';
import { ReportProblem } from './report-problem.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('detail-header', text);

export function DetailHeader({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const { ano, kind, state, url, fileCount, thumbnail, capturedAt, createdAt, cost } = detail;
  return (
    <header className="attestations-detail-header">
      <Thumbnail src={thumbnail} kind={kind} />
      <div className="attestations-detail-title">
        <Name key={ano} detail={detail} />
        <p className="secondary attestations-detail-line">
          <span>
            {t(capturedAt ? 'captured' : 'submitted')} <Moment at={capturedAt ?? createdAt} />
          </span>
          <StateChip {...detail} />
          <Copyable text={ano} what={t('number')} kept={20} />
          {cost && (
            <span className="numbers">
              {cost.amountCents > 0 && t('cost')} <Cost {...detail} />
            </span>
          )}
        </p>
        {isCapturedKind(kind) && url !== 'about:blank' ? (
          <a className="mono" href={url} target="_blank" rel="noreferrer noopener">
            {url}
          </a>
        ) : (
          (kind === 'files' || kind === 'digests' || kind === 'device') && (
            <p className="secondary">{t(kind, { count: fileCount ?? 0 })}</p>
          )
        )}
      </div>
      <div className="actions">
        <Answer row={detail} />
        {state === 'succeeded' && <Downloads ano={ano} />}
        {state === 'succeeded' && <Notarize ano={ano} />}
        {state === 'succeeded' && <PutForward anos={[ano]} />}
        <ReportProblem ano={ano} />
      </div>
    </header>
  );
}

/** Begins a matter about this attestation. */
function Notarize({ ano }: { ano: string }) {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  if (!me?.permissions.includes('matters')) return null;
  return (
    <LinkButton icon={<AuditOutlined aria-hidden />} to={paths.notarize(ano)}>
      {t('notarize')}
    </LinkButton>
  );
}

function Downloads({ ano }: { ano: string }) {
  const t = useWords();
  const { bundle, certificatePdf, timestamp, signature } = calls.attestations;
  const item = (key: string, label: string, href: string) => ({
    key,
    label: (
      <a href={href} download>
        {label}
      </a>
    ),
  });
  return (
    <>
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        href={linkTo(bundle, { attestationNo: ano })}
        download
      >
        {t('bundle')}
      </Button>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            item('certificate', t('certificate'), linkTo(certificatePdf, { ano })),
            item('timestamp', t('timestamp'), linkTo(timestamp, { ano })),
            item('signature', t('signature'), linkTo(signature, { ano })),
          ],
        }}
      >
        <Button aria-haspopup="menu">{t('more')}</Button>
      </Dropdown>
    </>
  );
}

function Name({ detail: { ano, name, url } }: { detail: AttestationDetail }) {
  const t = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useAct(calls.attestations.editUrl, 'attestations');
  if (typed === null)
    return (
      <div className="attestations-detail-name">
        <h1>{name || url}</h1>
        <Button
          type="text"
          icon={<EditOutlined aria-hidden />}
          aria-label={t('rename')}
          onClick={() => setTyped(name)}
        />
      </div>
    );
  const save = () => rename.mutate({ id: ano, name: typed.trim() }, { onSuccess: () => setTyped(null) });
  return (
    <form
      className="attestations-detail-rename"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h1 className="visually-hidden">{name || url}</h1>
      <Input
        autoFocus
        aria-label={t('name')}
        maxLength={attestationNameLength}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setTyped(null)}
      />
      <Button
        type="primary"
        htmlType="submit"
        icon={<CheckOutlined aria-hidden />}
        aria-label={t('save')}
        loading={rename.isPending}
      />
      <Button icon={<CloseOutlined aria-hidden />} aria-label={t('leave')} onClick={() => setTyped(null)} />
    </form>
  );
}
