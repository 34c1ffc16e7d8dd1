import { calls, type PackageProduct } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { paths } from '../../ui/address/paths.ts';
import { PackageCard } from '../../ui/money/package-card.tsx';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('package-product', text);

/** Places the order, then opens its payment page. */
export function Product({ product }: { product: PackageProduct }) {
  const t = useWords();
  const language = useLanguage();
  const navigate = useNavigate();
  const ordering = useMutation({
    mutationFn: () => ask(calls.orders.orderPackage, { code: product.code }),
    onSuccess: ({ orderNo }) => navigate(paths.pay(orderNo)),
  });
  const name = product.name[language];
  const price = amount(product.priceCents);
  return (
    <PackageCard
      kind={product.kind}
      name={name}
      priceCents={product.priceCents}
      validDays={product.validDays}
      holds={product.quotas.map(({ service, quota }) => ({ service, quantity: quota }))}
    >
      <Button
        type="primary"
        aria-label={t('buy', { name, amount: price })}
        loading={ordering.isPending}
        onClick={() => ordering.mutate()}
      >
        {t('act', { amount: price })}
      </Button>
    </PackageCard>
  );
}
