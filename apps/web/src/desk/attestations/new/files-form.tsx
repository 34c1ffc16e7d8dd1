import { attestationNameLength, calls, remarkLength, type Service, submittedFiles } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button, Form, Input, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { queries } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { Refusal } from '../../../ui/forms/refusal.tsx';
import { useQuote } from '../../../ui/money/use-quote.ts';
import { takeFiles } from '../../../ui/preserve/handover.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { LabelField } from '../label-field.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { type ChosenFile, type FilesKind, useChosenFiles } from './chosen-files.ts';
import { CostBox } from './cost-box.tsx';
import { useDuplicates } from './duplicates.ts';
import { FilesList } from './files-list.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { NotCertified } from './not-certified.tsx';
import { orderedOf, priceOf, useWay } from './price.ts';
import { UnfinishedUploads, useUnfinished } from './unfinished-uploads.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-files', text);

interface Values {
  name?: string;
  labels?: string[];
  remark?: string;
}

const services: Record<FilesKind, Service> = { files: 'file', digests: 'hash' };

/** Preserves files, or only their digests: several become one attestation. */
export function FilesForm({ kind }: { kind: FilesKind }) {
  const t = useWords();
  const navigate = useNavigate();
  const unfinished = useUnfinished(kind);
  const { files, add, remove, retry, pause } = useChosenFiles(kind, unfinished);
  const duplicates = useDuplicates(files);
  useGivenFiles(add);
  const price = useQuote(services[kind], files.length);
  const { quote } = price;
  const cost = quote && files.length > 0 ? priceOf(quote) : null;
  const { byOrder, whyNot, preferOrder } = useWay(quote, files.length);
  const [wantsEach, wantEach] = useState(false);
  const mayBeEach = kind === 'files' && files.length > 1;
  const each = mayBeEach && wantsEach;
  const preserving = useMutation({
    mutationFn: (values: Values) => submit(kind, files, { ...values, byOrder, each }),
    meta: { isShownInPlace: true },
    onSettled: () => refresh('quote'),
    onSuccess: ({ attestation, orderNo, batchId }) => {
      void queries.invalidateQueries({ queryKey: [calls.attestations.list.path] });
      const made = batchId ? paths.batch(batchId) : paths.attestation(attestation.ano);
      return navigate(orderNo ? paths.pay(orderNo) : made);
    },
  });
  const most = submittedFiles[kind];
  const isTooMany = files.length > most;
  const isReady = files.length > 0 && !isTooMany && files.every(({ phase }) => phase === 'ready');
  const isWorking = files.some(({ phase }) => !['ready', 'failed', 'paused'].includes(phase));
  const label = () => {
    if (isWorking) return t('working');
    if (files.length === 0) return t('none');
    return t(`${kind}${byOrder ? 'Order' : 'Submit'}`, {
      count: byOrder ? orderedOf(quote, each ? files.map(() => 1) : [files.length]).units : files.length,
    });
  };
  return (
    <div className="attestations-new-columns">
      <Form
        layout="vertical"
        requiredMark={false}
        autoComplete="off"
        className="attestations-new-form"
        onFinish={preserving.mutate}
      >
        <p className="secondary">{t(`${kind}Hint`)}</p>
        <ChooseFiles onFiles={add} />
        <UnfinishedUploads uploads={unfinished} chosen={files} />
        <FilesList files={files} onRemove={remove} onRetry={retry} onPause={pause} duplicates={duplicates} />
        {mayBeEach && (
          <Form.Item label={t('as')} extra={t(each ? 'asEachHint' : 'asOneHint')}>
            <Segmented<'one' | 'each'>
              aria-label={t('as')}
              value={each ? 'each' : 'one'}
              onChange={(as) => wantEach(as === 'each')}
              options={[
                { value: 'one', label: t('asOne') },
                { value: 'each', label: t('asEach', { count: files.length }) },
              ]}
            />
          </Form.Item>
        )}
        <Form.Item name="name" label={t('name')}>
          <Input maxLength={attestationNameLength} placeholder={files[0]?.name ?? ''} />
        </Form.Item>
        <Form.Item name="labels" label={t('labels')}>
          <LabelField />
        </Form.Item>
        <Form.Item name="remark" label={t('remark')}>
          <Input.TextArea rows={2} maxLength={remarkLength} />
        </Form.Item>
        {files.length > 0 && quote?.mayOrder && <HowToPay whyNot={whyNot} byOrder={byOrder} onChange={preferOrder} />}
        <NotCertified />
        <Refusal>
          {isTooMany
            ? t('many', { most, count: files.length })
            : preserving.error && toApiError(preserving.error).message}
        </Refusal>
        <Button
          type="primary"
          htmlType="submit"
          size="large"
          loading={preserving.isPending}
          disabled={!isReady || !quote || (whyNot !== null && !byOrder)}
        >
          {label()}
          {cost && !isWorking && ` · ${cost.isOfPackage ? t('fromPackage', { left: cost.left }) : amount(cost.cents)}`}
        </Button>
      </Form>
      <CostBox {...price} count={files.length} byOrder={byOrder} kind={kind} />
    </div>
  );
}

/** Takes over the files that were dropped into the combined input. */
function useGivenFiles(add: (files: readonly File[]) => void): void {
  const { state } = useLocation();
  const adding = useRef(add);
  useEffect(() => {
    const given = takeFiles();
    if (given.length > 0) adding.current(given);
    // The combined input passes other files under another state.
  }, [state]);
}

async function submit(
  kind: FilesKind,
  files: readonly ChosenFile[],
  { each, ...rest }: Values & { byOrder: boolean; each: boolean },
) {
  const modifiedAt = ({ file }: ChosenFile) => new Date(file.lastModified).toISOString();
  if (kind === 'files')
    return ask(calls.attestations.preserveFiles, {
      ...rest,
      each,
      files: files.map((one) => ({
        fileId: one.fileId ?? '',
        name: one.name,
        modifiedAt: modifiedAt(one),
        sha256: one.sha256 ?? '',
      })),
    });
  const digests = await ask(calls.attestations.preserveDigests, {
    ...rest,
    files: files.map((one) => ({
      name: one.name,
      sizeBytes: one.file.size,
      modifiedAt: modifiedAt(one),
      sha256: one.sha256 ?? '',
      ...(one.sm3 && { sm3: one.sm3 }),
    })),
  });
  return { ...digests, batchId: null };
}
