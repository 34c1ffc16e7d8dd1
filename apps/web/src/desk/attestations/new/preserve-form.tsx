import { attestationNameLength, remarkLength, sumUnits } from '@proofkeep/contract';
import type { UseMutationResult } from '@tanstack/react-query';
import { Button, Form, type FormProps, Input } from 'antd';
import type { ReactNode } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { Refusal } from '../../../ui/forms/refusal.tsx';
import type { QuoteResult } from '../../../ui/money/use-quote.ts';
import { amount } from '../../../ui/words/formatters.ts';
import { words } from '../../../ui/words/words.ts';
import { LabelField } from '../label-field.tsx';
import { CostBox, type CostKind } from './cost-box.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { NotCertified } from './not-certified.tsx';
import { payableQuote, priceOf, type Way } from './price.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-form', text);

interface Props<Values> extends Pick<FormProps<Values>, 'form' | 'initialValues' | 'onValuesChange'> {
  kind: CostKind;
  /** Units of each attestation to be made. */
  units: readonly number[];
  price: QuoteResult;
  way: Way;
  /** Lets the user choose an order where the quote allows one. */
  mayOrder?: boolean;
  /** Placeholder of the name; undefined for forms without one. */
  nameExample?: string;
  sending: Pick<UseMutationResult<unknown, Error, Values>, 'mutate' | 'isPending' | 'error'>;
  /** A problem with the input, shown in place of a refusal. */
  problem?: string | null;
  isReady?: boolean;
  /** What the button does. */
  act: string;
  /** Adds the price to what the button does. */
  isPriced?: boolean;
  children: ReactNode;
}

/** What all kinds of preservation have in common: description, payment, cost and the button with its price. */
export function PreserveForm<Values>({
  kind,
  units,
  price,
  way: { byOrder, whyNot, preferOrder },
  mayOrder = true,
  nameExample,
  sending,
  problem = null,
  isReady = true,
  act,
  isPriced = true,
  children,
  ...form
}: Props<Values>) {
  const t = useWords();
  const count = sumUnits(units);
  const quote = price.quote && payableQuote(price.quote, units, { byOrder });
  const cost = quote && isPriced && count > 0 ? priceOf(quote) : null;
  const isUnpaid = whyNot !== null && !byOrder;
  return (
    <div className="attestations-new-columns">
      <Form
        {...form}
        layout="vertical"
        requiredMark={false}
        // Browsers restore ticked boxes after a reload, without the form's knowledge.
        autoComplete="off"
        className="attestations-new-form"
        onFinish={sending.mutate}
      >
        {children}
        {nameExample !== undefined && (
          <Form.Item name="name" label={t('name')}>
            <Input maxLength={attestationNameLength} placeholder={nameExample} />
          </Form.Item>
        )}
        <Form.Item name="labels" label={t('labels')}>
          <LabelField />
        </Form.Item>
        <Form.Item name="remark" label={t('remark')}>
          <Input.TextArea rows={2} maxLength={remarkLength} />
        </Form.Item>
        {count > 0 && mayOrder && quote?.mayOrder && (
          <HowToPay kind={kind} whyNot={whyNot} byOrder={byOrder} onChange={preferOrder} />
        )}
        <NotCertified />
        <Refusal>{problem ?? (sending.error && toApiError(sending.error).message)}</Refusal>
        <Button
          type="primary"
          htmlType="submit"
          size="large"
          loading={sending.isPending}
          disabled={!isReady || !quote || isUnpaid}
          aria-describedby={isUnpaid ? 'preserve-short' : undefined}
        >
          {act}
          {cost && ` · ${cost.isOfPackage ? t('fromPackage', { left: cost.left }) : amount(cost.cents)}`}
        </Button>
      </Form>
      <CostBox {...price} quote={quote} count={count} byOrder={byOrder} kind={kind} />
    </div>
  );
}
