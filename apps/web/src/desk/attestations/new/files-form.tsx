import { calls, type Service, submittedFiles } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Form, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { useQuote } from '../../../ui/money/use-quote.ts';
import { takeFiles } from '../../../ui/preserve/handover.ts';
import { words } from '../../../ui/words/words.ts';
import { UnusedFiles } from '../unused-files.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { type ChosenFile, type FilesKind, useChosenFiles } from './chosen-files.ts';
import { useDuplicates } from './duplicates.ts';
import { FilesList } from './files-list.tsx';
import { PreserveForm } from './preserve-form.tsx';
import { orderedOf, useWay } from './price.ts';
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
  const way = useWay(price.quote, files.length);
  const { byOrder } = way;
  const [wantsEach, wantEach] = useState(false);
  const mayBeEach = kind === 'files' && files.length > 1;
  const each = mayBeEach && wantsEach;
  const units = each ? files.map(() => 1) : [files.length];
  const preserving = useMutation({
    mutationFn: (values: Values) => submit(kind, files, { ...values, byOrder, each }),
    meta: { isShownInPlace: true },
    onSettled: () => refresh('attestations'),
    onSuccess: ({ batchId, orderNo }) => navigate(orderNo ? paths.pay(orderNo) : paths.batch(batchId)),
  });
  const most = submittedFiles[kind];
  const isTooMany = files.length > most;
  const isReady = files.length > 0 && !isTooMany && files.every(({ phase }) => phase === 'ready');
  const isWorking = files.some(({ phase }) => !['ready', 'failed', 'paused'].includes(phase));
  const label = () => {
    if (isWorking) return t('working');
    if (files.length === 0) return t('none');
    return t(`${kind}${byOrder ? 'Order' : 'Submit'}`, {
      count: byOrder ? orderedOf(price.quote, units).units : files.length,
    });
  };
  return (
    <PreserveForm
      kind={kind}
      units={units}
      price={price}
      way={way}
      nameExample={files[0]?.name ?? ''}
      sending={preserving}
      problem={isTooMany ? t('many', { most, count: files.length }) : null}
      isReady={isReady}
      act={label()}
      isPriced={!isWorking}
    >
      <p className="secondary">{t(`${kind}Hint`)}</p>
      <ChooseFiles onFiles={add} />
      <UnfinishedUploads uploads={unfinished} chosen={files} />
      <FilesList files={files} onRemove={remove} onRetry={retry} onPause={pause} duplicates={duplicates} />
      {kind === 'files' && (
        <UnusedFiles
          inForm={new Set(files.flatMap(({ uploadId, fileId }) => [uploadId ?? '', fileId ?? '']))}
          isFull={files.some(({ problem }) => typeof problem === 'object' && problem?.code === 'UPLOAD_QUOTA')}
        />
      )}
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
    </PreserveForm>
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
        ...(one.sm3 && { sm3: one.sm3 }),
      })),
    });
  return ask(calls.attestations.preserveDigests, {
    ...rest,
    files: files.map((one) => ({
      name: one.name,
      sizeBytes: one.file.size,
      modifiedAt: modifiedAt(one),
      sha256: one.sha256 ?? '',
      ...(one.sm3 && { sm3: one.sm3 }),
    })),
  });
}
