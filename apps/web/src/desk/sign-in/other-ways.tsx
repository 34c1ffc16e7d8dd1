import './sign-in.css';
import { calls } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { Icon } from '../../ui/plain/icons.tsx';
import { canUsePasskeys, isDismissed, signWithPasskey } from '../../ui/step-up/passkey.ts';
import { goToProvider } from '../../ui/third-party/third.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('other-ways', text);

/** Sign-in without a form: a passkey, and the third parties the operator configured. */
export function OtherWays({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useWords();
  const [query] = useSearchParams();
  const { data } = useQuery(queryOf(calls.signIn.ways, {}));
  const passkey = useMutation({
    mutationFn: async () => ask(calls.signIn.loginByPasskey, { used: await signWithPasskey() }),
    meta: { isShownInPlace: true },
    onSuccess: onSignedIn,
  });
  const third = useMutation({
    mutationFn: ({ provider, name }: { provider: string; name: string }) =>
      goToProvider(provider, { to: 'sign-in', name, next: query.get('next') }),
    meta: { isShownInPlace: true },
  });
  const hasPasskeys = canUsePasskeys(data?.passkeyOrigin);
  if (!data || (!hasPasskeys && data.providers.length === 0)) return null;
  const error = passkey.error ?? third.error;
  return (
    <section className="sign-in-other-ways" aria-label={t('or')}>
      <p className="sign-in-other-ways-title secondary">{t('or')}</p>
      <Refusal>{error && (isDismissed(error) ? t('dismissed') : toApiError(error).message)}</Refusal>
      {hasPasskeys && (
        <Button isBlock icon={<Icon name="key" />} isBusy={passkey.isPending} onClick={() => passkey.mutate()}>
          {t('passkey')}
        </Button>
      )}
      {data.providers.map((one) => (
        <Button
          key={one.provider}
          isBlock
          icon={<Icon name="enter" />}
          isBusy={third.isPending}
          onClick={() => third.mutate(one)}
        >
          {t('third', { name: one.name })}
        </Button>
      ))}
    </section>
  );
}
