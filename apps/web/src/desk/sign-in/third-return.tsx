import { calls, type ReplyOf, thirdCodeParameters } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { toApiError } from '../../api/api-error.ts';
import { ask } from '../../api/ask.ts';
import { nextPath, paths } from '../../ui/address/paths.ts';
import { Refusal } from '../../ui/forms/refusal.tsx';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { toast } from '../../ui/notices/toast.ts';
import { Button } from '../../ui/plain/button.tsx';
import { type Errand, forgetIdentity, keepIdentity, takeErrand } from '../../ui/third-party/third.ts';
import { words } from '../../ui/words/words.ts';
import { Frame } from './frame.tsx';
import { SecondStep } from './second-step.tsx';
import { useArrival } from './use-arrival.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('third-return', text);

type Answer = ReplyOf<typeof calls.signIn.loginByThirdAccount>;

/** Return URL for providers: gets the code and `state`; without a code the user or the provider declined. */
export function Component() {
  const t = useWords();
  const [query] = useSearchParams();
  const [errand] = useState(takeErrand);
  const code = thirdCodeParameters.map((name) => query.get(name)).find((value) => value) ?? null;
  return (
    <Frame title={t('title')}>
      {code === null ? (
        <Failed message={t('denied')} errand={errand} />
      ) : (
        <Returned errand={errand} code={code} state={query.get('state') ?? ''} iss={query.get('iss') ?? undefined} />
      )}
    </Frame>
  );
}

function Failed({ message, errand }: { message: string; errand: Errand }) {
  const t = useWords();
  return (
    <>
      <Refusal>{message}</Refusal>
      <Link to={errand.to === 'sign-in' ? paths.signIn : paths.settings} className="button block" data-kind="primary">
        {t('back')}
      </Link>
    </>
  );
}

interface Props {
  errand: Errand;
  code: string;
  state: string;
  iss: string | undefined;
}

function Returned({ errand, ...returned }: Props) {
  const arrive = useArrival(errand.next);
  const navigate = useNavigate();
  const t = useWords();
  const { mutate, data, error } = useMutation({
    mutationFn: async (): Promise<Answer | null> => {
      if (errand.to === 'sign-in') return ask(calls.signIn.loginByThirdAccount, returned);
      await ask(calls.signIn[errand.to === 'bind' ? 'bindThirdAccount' : 'rebindThirdAccount'], returned);
      return null;
    },
    meta: { isShownInPlace: true },
    onSuccess: (answer) => {
      if (answer === null) {
        toast.success(t('bound'));
        void navigate(paths.settings, { replace: true });
      } else if ('expiresAt' in answer) arrive();
    },
  });
  const isAsked = useRef(false);
  useEffect(() => {
    // The code works once: skips the second run of the effect under StrictMode.
    if (isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [mutate]);
  if (error) return <Failed message={toApiError(error).message} errand={errand} />;
  if (data && 'unknown' in data) return <Unbound {...data.unknown} next={errand.next} />;
  if (data && 'secondStep' in data)
    return <SecondStep {...data.secondStep} onSignedIn={arrive} onAgain={() => void navigate(paths.signIn)} />;
  return <Skeleton rows={3} />;
}

function Unbound({
  ticket,
  name,
  label,
  validSeconds,
  next,
}: {
  ticket: string;
  name: string;
  label: string | null;
  validSeconds: number;
  next: string | null;
}) {
  const t = useWords();
  const navigate = useNavigate();
  const to = (path: string) => {
    keepIdentity({ ticket, name, label, untilMs: Date.now() + validSeconds * 1000 });
    void navigate(next === null ? path : `${path}?next=${encodeURIComponent(nextPath(next))}`);
  };
  const back = () => {
    forgetIdentity();
    void navigate(paths.signIn);
  };
  return (
    <div className="sign-in-third-unbound">
      <p>{t('unknown', { name, label: label ?? t('nameless') })}</p>
      <Button isBlock kind="primary" onClick={() => to(paths.signIn)}>
        {t('signIn')}
      </Button>
      <Button isBlock onClick={() => to(paths.register)}>
        {t('register')}
      </Button>
      <Button isBlock kind="link" onClick={back}>
        {t('notNow')}
      </Button>
    </div>
  );
}
