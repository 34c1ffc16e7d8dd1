import '../attestations.css';
import './new.css';
import {
  calls,
  completeUrls,
  type Message,
  mostUrls,
  type SentOf,
  sentenceIn,
  sumUnits,
  typedUrls,
} from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, Form, type FormInstance, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ask } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { draftOf } from '../../../ui/forms/draft.ts';
import { validateOnBlur } from '../../../ui/forms/validate-on-blur.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { PageHeading } from '../../../ui/kit/page-heading.tsx';
import { useQuote } from '../../../ui/money/use-quote.ts';
import { AnyInput } from '../../../ui/preserve/any-input.tsx';
import { takeText } from '../../../ui/preserve/handover.ts';
import { MayNotPreserve } from '../../../ui/preserve/may-not-preserve.tsx';
import { type PastedDigest, understandText } from '../../../ui/preserve/understand.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import { CaptureChecks, CaptureOptions, usualCapture } from './capture-options.tsx';
import { CookieProfileField } from './cookie-profile.tsx';
import { DigestsForm } from './digests-form.tsx';
import { FilesForm } from './files-form.tsx';
import { Kinds, kinds } from './kinds.tsx';
import { LinkedPages } from './linked-pages.tsx';
import { LiveForm } from './live-form.tsx';
import { PreserveForm } from './preserve-form.tsx';
import { orderedOf, useWay } from './price.ts';
import { SecondVantage, usePlaces } from './second-vantage.tsx';
import { SheetForm } from './sheet-form.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve', text);

type Values = Omit<SentOf<typeof calls.attestations.preserveUrls>, 'urls'> & { urls?: string };
/** Excludes `autoConfirm`: skipping the review is decided for each submission. */
const draft = draftOf('preserve', {
  urls: '',
  labels: [] as string[],
  remark: '',
  dismissConsent: false,
  acceptInvalidTls: false,
  ...usualCapture,
  linkedPages: 0,
  secondVantage: false,
});

const submissions = { page: calls.attestations.preserveUrls, ecommerce: calls.attestations.preserveProducts };

/** Product pages, and pages opened with a signed-in profile, are preserved without the pages they link to. */
const sentOf = (kind: PageKind, { linkedPages, ...rest }: Omit<Values, 'urls'>) =>
  kind === 'page' && linkedPages && !rest.cookieProfileId ? { ...rest, linkedPages: Number(linkedPages) } : rest;

/** The accepted part of a submission in which other URLs were refused. */
interface Begun {
  /** Page of the submission, or of its order. */
  to: string;
  count: number;
}

interface RejectedUrl {
  url: string;
  message: Message;
}

export function Component() {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  return (
    <>
      <PageHeading title={t('title')} />
      {me && (me.permissions.includes('preserve') ? <Forms /> : <MayNotPreserve me={me} />)}
    </>
  );
}

/** The combined input, and the form of the chosen kind. */
function Forms() {
  const [query] = useSearchParams();
  const kind = kinds.find((one) => one === query.get('kind')) ?? 'page';
  return (
    <>
      <AnyInput />
      <Kinds kind={kind} />
      {(kind === 'page' || kind === 'ecommerce') && <NewForm key={kind} kind={kind} />}
      {kind === 'live' && <LiveForm />}
      {kind === 'sheet' && <SheetForm />}
      {kind === 'files' && <FilesForm key={kind} kind={kind} />}
      {kind === 'digests' && <Digests />}
    </>
  );
}

/** Digests pasted into the combined input; otherwise digests of files that the user chooses. */
function Digests() {
  const { state } = useLocation();
  const [pasted, setPasted] = useState<{ of: unknown; digests: readonly PastedDigest[] } | null>(null);
  useEffect(() => {
    const understood = understandText(takeText() ?? '');
    if (understood.kind === 'digests') setPasted({ of: state, digests: understood.digests });
  }, [state]);
  return pasted && pasted.of === state ? (
    <DigestsForm key={JSON.stringify(state)} pasted={pasted.digests} />
  ) : (
    <FilesForm key="digests" kind="digests" />
  );
}

type PageKind = 'page' | 'ecommerce';

function NewForm({ kind }: { kind: PageKind }) {
  const t = useWords();
  const [form] = Form.useForm<Values>();
  useAgain(form);
  useGiven(form);
  const typed = typedUrls(Form.useWatch('urls', form) ?? '');
  const { rules, refuse } = useUrlRules(form);
  const navigate = useNavigate();
  const [begun, begin] = useState<Begun | null>(null);
  const linked = Number(Form.useWatch('linkedPages', form) ?? 0);
  const isSignedIn = Boolean(Form.useWatch('cookieProfileId', form));
  const linkedPages = kind === 'page' && !isSignedIn ? linked : 0;
  /** The maximum: pages with fewer links cost less. */
  const places = usePlaces();
  const mayBeSecond = places.length > 1 && linkedPages === 0 && !isSignedIn;
  const hasSecond = Boolean(Form.useWatch('secondVantage', form)) && mayBeSecond;
  const units = typed.map(() => 1 + linkedPages + (hasSecond ? 1 : 0));
  const count = sumUnits(units);
  const price = useQuote(kind, count);
  const way = useWay(price.quote, count);
  const byOrder = way.byOrder && linkedPages === 0;
  const preserving = useMutation({
    mutationFn: ({ urls = '', ...rest }: Values) =>
      ask(submissions[kind], {
        ...sentOf(kind, rest),
        secondVantage: hasSecond,
        byOrder,
        urls: typedUrls(urls).map(({ text }) => text),
      }),
    meta: { isShownInPlace: true },
    onSettled: () => refresh('attestations'),
    onSuccess: ({ batchId, list, refused, orderNo }) => {
      form.setFieldValue('urls', refused.map(({ url }) => url).join('\n'));
      form.setFieldValue('autoConfirm', false);
      if (batchId) {
        // It belongs to this submission now.
        form.setFieldValue('cookieProfileId', undefined);
        refresh('cookieProfiles');
      }
      draft.keep(form.getFieldsValue());
      refuse(refused);
      // On a phone the field with the reasons is far above the button.
      if (refused.length > 0) form.scrollToField('urls', { block: 'center' });
      const to = batchId === null ? null : orderNo ? paths.pay(orderNo) : paths.batch(batchId);
      begin(to === null ? null : { to, count: list.length });
      if (to !== null && refused.length === 0) return navigate(to);
    },
  });
  const act = () => {
    if (typed.length === 0) return t('title');
    return t(byOrder ? 'order' : linkedPages > 0 ? 'submitMost' : 'submit', {
      count: byOrder ? orderedOf(price.quote, units).attestations : hasSecond ? typed.length : count,
    });
  };
  return (
    <PreserveForm
      form={form}
      kind={kind}
      units={units}
      price={price}
      way={{ ...way, byOrder }}
      mayOrder={linkedPages === 0}
      initialValues={{ ...usualCapture, linkedPages: 0, ...draft.read() }}
      onValuesChange={(_changed, values) => draft.keep(values)}
      sending={preserving}
      act={act()}
    >
      {begun && (
        <Alert
          type="success"
          showIcon
          className="attestations-new-begun"
          title={t('begun', { count: begun.count })}
          action={<LinkButton to={begun.to}>{t('toBegun')}</LinkButton>}
        />
      )}
      <Form.Item
        name="urls"
        label={t(kind === 'page' ? 'urls' : 'productUrls')}
        extra={t(kind === 'page' ? 'urlsHelp' : 'productUrlsHelp', { most: mostUrls })}
        {...validateOnBlur(rules)}
      >
        <Input.TextArea
          autoSize={{ minRows: 3, maxRows: 12 }}
          className="mono"
          spellCheck={false}
          onBlur={({ target }) => form.setFieldValue('urls', completeUrls(target.value))}
          placeholder="https://example.com/page"
        />
      </Form.Item>
      <CaptureChecks />
      {places.length > 1 && <SecondVantage places={places} isPossible={mayBeSecond} />}
      {kind === 'page' && <LinkedPages />}
      <CaptureOptions>
        <CookieProfileField />
      </CaptureOptions>
    </PreserveForm>
  );
}

/** Adds what was pasted into the combined input to the URLs, and puts the cursor there. */
function useGiven(form: FormInstance<Values>): void {
  const { state } = useLocation();
  useEffect(() => {
    const text = takeText();
    if (text === undefined) return;
    const before = form.getFieldValue('urls')?.trim() ?? '';
    form.setFieldValue('urls', [before, completeUrls(text)].filter(Boolean).join('\n'));
    draft.keep(form.getFieldsValue());
    form.getFieldInstance('urls')?.focus();
    // The combined input passes another text under another state.
  }, [form, state]);
}

/** Prefills the form, once, from an unpaid order that is placed again. */
function useAgain(form: FormInstance<Values>): void {
  const [query] = useSearchParams();
  const orderNo = query.get('again') ?? '';
  const { data } = useQuery({
    ...queryOf(calls.orders.order, { orderNo }),
    enabled: orderNo !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (data) form.setFieldsValue({ ...data.chosen, urls: data.ordered.map(({ url }) => url).join('\n') });
  }, [form, data]);
}

/** One sentence per invalid URL, from the local check or from the server's reply. */
function useUrlRules(form: FormInstance) {
  const t = useWords();
  const language = useLanguage();
  const [refused, refuse] = useState<readonly RejectedUrl[]>([]);
  useEffect(() => {
    if (refused.length > 0) void form.validateFields(['urls']).catch(() => {});
  }, [form, refused]);
  const validator = (_rule: unknown, text = '') => {
    const typed = typedUrls(text);
    if (typed.length === 0) return Promise.reject(new Error(t('empty')));
    if (typed.length > mostUrls) return Promise.reject(new Error(t('many', { most: mostUrls, count: typed.length })));
    const wrong = typed.flatMap(({ text: url, message }) => {
      const why = message ?? refused.find((one) => one.url === url)?.message;
      return why ? [t('problem', { url, said: sentenceIn(why, language) })] : [];
    });
    return wrong.length > 0 ? Promise.reject(wrong) : Promise.resolve();
  };
  return { rules: [{ validator }], refuse };
}
