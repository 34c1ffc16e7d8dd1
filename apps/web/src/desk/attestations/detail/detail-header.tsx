import { CheckOutlined, CloseOutlined, DownloadOutlined, EditOutlined } from '@ant-design/icons';
import { type AttestationDetail, attestationNameLength, calls, isCapturedKind } from '@proofkeep/contract';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { linkTo } from '../../../api/ask.ts';
import { paths } from '../../../ui/address/paths.ts';
import { StateChip } from '../../../ui/attestation/state-chip.tsx';
import { Thumbnail } from '../../../ui/attestation/thumbnail.tsx';
import { Copyable } from '../../../ui/kit/copyable.tsx';
import { Moment } from '../../../ui/kit/moment.tsx';
import { Cost } from '../../../ui/money/cost.tsx';
import { words } from '../../../ui/words/words.ts';
import { useEdit } from '../acts.ts';
import { Answer } from '../answer.tsx';
import { MoreMenu } from './more-menu.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('detail-header', text);

export function DetailHeader({ detail }: { detail: AttestationDetail }) {
  const t = useWords();
  const { ano, kind, state, url, fileCount, thumbnail, capturedAt, createdAt, batch, cost } = detail;
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
          {batch && <Link to={paths.batch(batch.id)}>{t('batch', { count: batch.size })}</Link>}
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
        {state === 'succeeded' && (
          <Button
            type="primary"
            icon={<DownloadOutlined aria-hidden />}
            href={linkTo(calls.attestations.bundle, { attestationNo: ano })}
            download
          >
            {t('bundle')}
          </Button>
        )}
        <MoreMenu ano={ano} isSealed={state === 'succeeded'} />
      </div>
    </header>
  );
}

function Name({ detail: { ano, kind, name, url } }: { detail: AttestationDetail }) {
  const t = useWords();
  const [typed, setTyped] = useState<string | null>(null);
  const rename = useEdit(kind);
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
