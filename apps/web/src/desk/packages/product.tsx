import { calls, type PackageProduct, packageKindWords, serviceWords } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { ask } from '../../api/ask.ts';
import { amount } from '../../ui/formatters.ts';
import { paths } from '../../ui/paths.ts';
import { quantityOf } from '../../ui/quantity.ts';
import { useLanguage, wordIn, words } from '../../ui/words.ts';

const useWords = words('package-product', {
  days: ['购买后 {days} 天内有效', 'Good for {days} days'],
  buy: ['购买 · {amount} · {name}', 'Buy · {amount} · {name}'],
  act: ['购买 · {amount}', 'Buy · {amount}'],
});

/** Ordered here, and paid for on the page of the order. */
export function Product({ product }: { product: PackageProduct }) {
  const say = useWords();
  const language = useLanguage();
  const navigate = useNavigate();
  const ordering = useMutation({
    mutationFn: () => ask(calls.billing.orderPackage, { code: product.code }),
    onSuccess: ({ orderNo }) => navigate(paths.pay(orderNo)),
  });
  const name = product.name[language];
  const price = amount(product.priceCents);
  return (
    <li className="panel packages-card">
      <p className="secondary">{wordIn(packageKindWords[product.kind], language)}</p>
      <h3>{name}</h3>
      <p className="packages-price numbers">{price}</p>
      <ul className="packages-quotas">
        {product.quotas.map(({ service, quota }) => (
          <li key={service}>
            <span>{wordIn(serviceWords[service].name, language)}</span>
            <span className="numbers">{quantityOf(service, quota, language)}</span>
          </li>
        ))}
      </ul>
      <p className="secondary numbers">{say('days', { days: product.validDays })}</p>
      <Button
        type="primary"
        aria-label={say('buy', { name, amount: price })}
        loading={ordering.isPending}
        onClick={() => ordering.mutate()}
      >
        {say('act', { amount: price })}
      </Button>
    </li>
  );
}
