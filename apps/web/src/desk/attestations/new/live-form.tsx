import { calls, liveDevices, liveLimits, type SentOf } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Form, Input, Radio, Select } from 'antd';
import { useNavigate, useSearchParams } from 'react-router';
import { ask } from '../../../api/ask.ts';
import { refresh } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { validateOnBlur } from '../../../ui/forms/validate-on-blur.ts';
import { priceOfQuote, usePriceLabel } from '../../../ui/money/source.tsx';
import { useQuote } from '../../../ui/money/use-quote.ts';
import { words } from '../../../ui/words/words.ts';
import { PreserveForm } from './preserve-form.tsx';
import { useWay } from './price.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-live', text);

/** A name without a scheme is a web address, as in an address bar. */
const completed = (url: string): string => {
  const typed = url.trim();
  const hasScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(\/|$))/i.test(typed);
  return typed === '' || hasScheme ? typed : `https://${typed}`;
};

/** @throws Error with the sentence for the field */
function requireWebAddress(value: string, t: (name: 'scheme' | 'invalid') => string): void {
  const url = completed(value);
  if (url === '' || url === 'about:blank') return;
  if (!/^https?:/i.test(url)) throw new Error(t('scheme'));
  if (!URL.canParse(url)) throw new Error(t('invalid'));
}

type Values = SentOf<typeof calls.liveSessions.openSession>;
const [, usual] = liveLimits.minutes;

/** Opens a live session: the user controls a remote browser, and everything is recorded. */
export function LiveForm() {
  const t = useWords();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const minutes = Number(Form.useWatch('minutes', form) ?? usual);
  const price = useQuote('session-minute', minutes);
  const { quote } = price;
  const labelOf = usePriceLabel();
  // A session is paid from the balance: its price is only known at the end.
  const way = { ...useWay(quote, minutes), byOrder: false };
  const opening = useMutation({
    mutationFn: (values: Values) => ask(calls.liveSessions.openSession, values),
    meta: { isShownInPlace: true },
    onSettled: () => refresh('attestations'),
    onSuccess: ({ attestation }) => navigate(paths.liveSession(attestation.ano)),
  });
  return (
    <PreserveForm
      form={form}
      kind="live"
      units={[minutes]}
      price={price}
      way={way}
      mayOrder={false}
      initialValues={{ url: query.get('url') ?? '', device: 'desktop', minutes: usual }}
      nameExample=""
      sending={opening}
      act={quote ? `${t('open')} · ${t('held', { price: labelOf(priceOfQuote(quote)) })}` : t('open')}
      isPriced={false}
    >
      <p className="secondary">{t('hint')}</p>
      <Form.Item
        name="url"
        label={t('url')}
        extra={t('urlHelp')}
        {...validateOnBlur([{ validator: async (_rule, value) => requireWebAddress(value ?? '', t) }])}
      >
        <Input
          className="mono"
          spellCheck={false}
          inputMode="url"
          placeholder="https://example.com/"
          onBlur={({ target }) => form.setFieldValue('url', completed(target.value))}
        />
      </Form.Item>
      <Form.Item name="device" label={t('device')}>
        <Radio.Group options={liveDevices.map((value) => ({ value, label: t(value) }))} />
      </Form.Item>
      <Form.Item name="minutes" label={t('minutes')} extra={t('minutesHelp')}>
        <Select options={liveLimits.minutes.map((value) => ({ value, label: t('minute', { count: value }) }))} />
      </Form.Item>
    </PreserveForm>
  );
}
