import {
  attestationNameLength,
  type CleanedSheet,
  type CleanRow,
  calls,
  type SentOf,
  shopOfUrl,
  sumUnits,
} from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Checkbox, Form, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { Refusal } from '../../../ui/forms/refusal.tsx';
import { useQuote } from '../../../ui/money/use-quote.ts';
import { takeFiles } from '../../../ui/preserve/handover.ts';
import { words } from '../../../ui/words/words.ts';
import { CaptureChecks, CaptureOptions, usualCapture } from './capture-options.tsx';
import { PasteRows } from './paste-rows.tsx';
import { PreserveForm } from './preserve-form.tsx';
import { orderedOf, useWay } from './price.ts';
import { SecondVantage, usePlaces } from './second-vantage.tsx';
import { ChooseSheet } from './sheet-choose.tsx';
import { SheetRows } from './sheet-rows.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-sheet', text);

type Kind = 'page' | 'ecommerce';
type Values = Omit<SentOf<typeof calls.attestations.batchSubmit>, 'batchId' | 'name' | 'rows' | 'byOrder' | 'kind'>;

/** Preserves the URLs of a spreadsheet, or of pasted rows, as one batch. */
export function SheetForm() {
  const [cleaned, setCleaned] = useState<CleanedSheet | null>(null);
  const cleaning = useMutation({
    mutationFn: (file: File) => ask(calls.attestations.cleanSheet, {}, { file }),
    meta: { isShownInPlace: true },
    onMutate: () => setCleaned(null),
    onSuccess: setCleaned,
  });
  const { mutate: clean } = cleaning;
  const { state } = useLocation();
  useEffect(() => {
    const [file] = takeFiles();
    if (file) clean(file);
    // The combined input passes another file under another state.
  }, [clean, state]);
  return (
    <>
      <ChooseSheet isReading={cleaning.isPending} onFile={clean} />
      <Refusal>{cleaning.error ? toApiError(cleaning.error).message : null}</Refusal>
      {cleaned && <SubmitForm key={cleaned.batchId} cleaned={cleaned} />}
      {/* Stays mounted: a refusal must not lose the pasted rows. */}
      <div hidden={cleaned !== null || cleaning.isPending}>
        <PasteRows onFile={clean} />
      </div>
    </>
  );
}

function SubmitForm({ cleaned }: { cleaned: CleanedSheet }) {
  const t = useWords();
  const navigate = useNavigate();
  const [skipsEarlier, skipEarlier] = useState(true);
  const earlier = cleaned.rows.filter((row) => row.earlier !== null).length;
  const rows = skipsEarlier ? cleaned.rows.filter((row) => row.earlier === null) : cleaned.rows;
  const [kind, setKind] = useState<Kind>(() =>
    cleaned.rows.every(({ url }) => shopOfUrl(url)?.isProduct) ? 'ecommerce' : 'page',
  );
  const [form] = Form.useForm<Values>();
  const places = usePlaces();
  const mayBeSecond = places.length > 1;
  const isSecondUsual = Boolean(Form.useWatch('secondVantage', form));
  const hasSecond = ({ options }: Pick<CleanRow, 'options'>) => mayBeSecond && (options.secondVantage ?? isSecondUsual);
  const onePlaced = mayBeSecond ? 0 : rows.filter(({ options }) => options.secondVantage).length;
  const units = rows.map((row) => (hasSecond(row) ? 2 : 1));
  const count = sumUnits(units);
  const price = useQuote(kind, count);
  const way = useWay(price.quote, count);
  const { byOrder } = way;
  const act = () => {
    if (rows.length === 0) return t('nothing');
    return t(byOrder ? 'order' : 'submit', {
      count: byOrder ? orderedOf(price.quote, units).attestations : rows.length,
    });
  };
  const submitting = useMutation({
    mutationFn: (values: Values) =>
      ask(calls.attestations.batchSubmit, {
        ...values,
        kind,
        batchId: cleaned.batchId,
        name: cleaned.fileName.slice(0, attestationNameLength),
        rows: rows.map(({ earlier: _earlier, ...row }) => ({
          ...row,
          options: { ...row.options, secondVantage: hasSecond(row) },
        })),
        byOrder,
      }),
    meta: { isShownInPlace: true },
    onSettled: () => refresh('attestations'),
    onSuccess: ({ batchId, orderNo }) => navigate(orderNo ? paths.pay(orderNo) : paths.batch(batchId)),
  });
  return (
    <PreserveForm
      form={form}
      kind={kind}
      units={units}
      price={price}
      way={way}
      initialValues={usualCapture}
      sending={submitting}
      isReady={rows.length > 0}
      act={act()}
    >
      <SheetRows cleaned={cleaned} />
      {earlier > 0 && (
        <Checkbox checked={skipsEarlier} onChange={({ target }) => skipEarlier(target.checked)}>
          {t('skipEarlier', { count: earlier })}
        </Checkbox>
      )}
      <Form.Item label={t('kind')} extra={t(`${kind}Hint`)}>
        <Segmented<Kind>
          aria-label={t('kind')}
          value={kind}
          onChange={setKind}
          options={(['page', 'ecommerce'] as const).map((value) => ({ value, label: t(value) }))}
        />
      </Form.Item>
      <CaptureChecks />
      {mayBeSecond && <SecondVantage places={places} isPossible />}
      {onePlaced > 0 && <p role="status">{t('onePlaced', { count: onePlaced })}</p>}
      <CaptureOptions />
    </PreserveForm>
  );
}
