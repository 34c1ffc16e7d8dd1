import { type Bound, calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { ask } from '../../api/ask.ts';
import { queryOf } from '../../api/queries.ts';
import { ErrorPanel } from '../../ui/notices/error-panel.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { useConfirmed } from '../../ui/step-up/confirm.tsx';
import { useConfirmedAct } from '../../ui/step-up/use-confirmed-act.ts';
import { goToProvider } from '../../ui/third-party/third.ts';
import { words } from '../../ui/words/words.ts';
import { AskButton } from './ask-button.tsx';
import { Section, SectionRow } from './section.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('bindings', text);

/** Renders nothing if the operator configured no provider and nothing is bound. */
export function Bindings() {
  const t = useWords();
  const ways = useQuery(queryOf(calls.signIn.ways, {}));
  const bindings = useQuery(queryOf(calls.signIn.bindings, {}));
  if (bindings.error) return <ErrorPanel error={bindings.error} onRetry={() => void bindings.refetch()} />;
  if (!ways.data || !bindings.data) return <Skeleton rows={2} />;
  const bound = bindings.data.list;
  const others = ways.data.providers.filter((one) => !bound.some(({ provider }) => provider === one.provider));
  if (bound.length + others.length === 0) return null;
  return (
    <Section title={t('title')} hint={t('hint')}>
      <ul className="security-rows">
        {bound.map((one) => (
          <BoundRow key={one.id} {...one} />
        ))}
        {others.map((one) => (
          <SectionRow key={one.provider} name={one.name} detail={t('unbound')}>
            <Leave {...one} to="bind" />
          </SectionRow>
        ))}
      </ul>
    </Section>
  );
}

/** Verifies the user before the redirect: the code from the provider expires soon after they return. */
function Leave({ provider, name, to }: { provider: string; name: string; to: 'bind' | 'rebind' }) {
  const t = useWords();
  const { beforehand } = useConfirmed();
  const go = useConfirmedAct(async () => {
    await beforehand();
    await goToProvider(provider, { to, name, next: null });
  });
  return (
    <Button loading={go.isPending} aria-label={t(`${to}Of`, { name })} onClick={() => go.mutate(undefined)}>
      {t(to)}
    </Button>
  );
}

function BoundRow({ id, provider, name, label }: Bound) {
  const t = useWords();
  const unbind = useConfirmedAct(
    () => ask(calls.signIn.unbindThirdAccount, { id }),
    () => toast.success(t('done')),
  );
  return (
    <SectionRow name={name} detail={label}>
      <div className="actions">
        <Leave provider={provider} name={name} to="rebind" />
        <AskButton
          act={t('unbind')}
          label={t('unbindOf', { name })}
          question={t('sure', { name })}
          isDanger
          acting={unbind}
        />
      </div>
    </SectionRow>
  );
}
