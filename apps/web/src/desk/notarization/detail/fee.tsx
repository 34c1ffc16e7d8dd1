import { calls, type MatterDetail, matterKindFacts } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { toApiError } from '../../../api/api-error.ts';
import { ask } from '../../../api/ask.ts';
import { queryOf } from '../../../api/queries.ts';
import { refresh, useAct } from '../../../api/refresh.ts';
import { paths } from '../../../ui/address/paths.ts';
import { LinkButton } from '../../../ui/kit/link-button.tsx';
import { toast } from '../../../ui/notices/toast.ts';
import { Alert } from '../../../ui/plain/alert.tsx';
import { amount } from '../../../ui/words/formatters.ts';
import { quantityOf } from '../../../ui/words/quantity.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-fee', text);

/** Pays the fee: from packages and balance at once, or by an order with another payment method. */
export function Fee({ matter }: { matter: MatterDetail }) {
  return matter.state === 'paying' && matter.orderNo ? (
    <OpenOrder orderNo={matter.orderNo} />
  ) : (
    <Choice matter={matter} />
  );
}

function Choice({ matter }: { matter: MatterDetail }) {
  const t = useWords();
  const language = useLanguage();
  const navigate = useNavigate();
  const quantity = matterKindFacts[matter.kind].feeUnits;
  const { data: quote } = useQuery({
    ...queryOf(calls.money.quote, { service: 'notarization', quantity }),
    staleTime: 0,
  });
  const paying = useMutation({
    mutationFn: (way: 'funds' | 'order') => ask(calls.notarization.payMatter, { id: matter.id, way }),
    meta: { isShownInPlace: true },
    onSettled: () => Promise.all([refresh('matters'), refresh('balance')]),
    onSuccess: async ({ orderNo }) => {
      if (orderNo !== null) return navigate(paths.pay(orderNo));
      toast.success(t('paid'));
    },
  });
  const isOfPackage = quote !== undefined && quote.packageUnits >= quantity;
  const fee = amount(matter.feeCents);
  const isShort = quote?.whyNot !== null && quote !== undefined;
  return (
    <>
      <dl className="notarization-facts">
        <dt>{t('fee')}</dt>
        <dd className="numbers">{fee}</dd>
        {quote && (
          <>
            <dt>{t('package')}</dt>
            <dd>
              {isOfPackage ? t('covers', { left: quantityOf('notarization', quote.packageLeft, language) }) : t('none')}
            </dd>
            {quote.balanceCents !== null && (
              <>
                <dt>{t('balance')}</dt>
                <dd className="numbers">{amount(quote.balanceCents)}</dd>
                {!isOfPackage && !isShort && (
                  <>
                    <dt>{t('after')}</dt>
                    <dd className="numbers">{amount(quote.balanceCents - quote.amountCents)}</dd>
                  </>
                )}
                {quote.missingCents !== null && quote.missingCents > 0 && (
                  <>
                    <dt>{t('missing')}</dt>
                    <dd className="numbers">{amount(quote.missingCents)}</dd>
                  </>
                )}
              </>
            )}
          </>
        )}
      </dl>
      <p className="secondary">{t('held')}</p>
      {paying.error && <Alert kind="error" title={toApiError(paying.error).message} />}
      <div className="actions">
        <Button
          type={isShort ? 'default' : 'primary'}
          disabled={!quote || isShort}
          loading={paying.isPending && paying.variables === 'funds'}
          onClick={() => paying.mutate('funds')}
        >
          {isOfPackage
            ? t('byPackage', { units: quantityOf('notarization', quantity, language) })
            : t('byBalance', { fee })}
        </Button>
        {quote?.mayOrder && !isOfPackage && (
          <Button
            type={isShort ? 'primary' : 'default'}
            loading={paying.isPending && paying.variables === 'order'}
            onClick={() => paying.mutate('order')}
          >
            {t('byOrder', { fee })}
          </Button>
        )}
        {isShort && !quote?.mayOrder && <span className="secondary">{t('short')}</span>}
        {!isOfPackage && <LinkButton to={`${paths.packages}?kind=notarization`}>{t('packages')}</LinkButton>}
      </div>
    </>
  );
}

function OpenOrder({ orderNo }: { orderNo: string }) {
  const t = useWords();
  const closing = useAct(calls.orders.closeOrder, 'matters');
  return (
    <div className="actions">
      <LinkButton type="primary" to={paths.pay(orderNo)}>
        {t('toOrder')}
      </LinkButton>
      <Button loading={closing.isPending} onClick={() => closing.mutate({ orderNo })}>
        {t('otherWay')}
      </Button>
    </div>
  );
}
