import { calls, type PersonalApplication, type PersonalCertification } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { ask } from '../../api/ask.ts';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('certification-started', text);

const everyMs = 10_000;
/** After this many polls the user checks with the button. */
const mostTimes = 60;

/** Verification in progress at the provider: QR code, link and result. */
export function ProviderCheck({
  certification,
  onAnswer,
  onAgain,
}: {
  certification: Pick<PersonalApplication, 'goTo'>;
  onAnswer: (after: PersonalCertification) => void;
  /** Opens the form again; absent if that isn't offered. */
  onAgain?: () => void;
}) {
  const t = useWords();
  const { goTo } = certification;
  const asking = useMutation({
    mutationFn: () => ask(calls.certification.queryPersonal, {}),
    onSuccess: onAnswer,
  });
  const { mutate } = asking;
  useEffect(() => {
    let times = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      mutate();
      if (++times === mostTimes) clearInterval(timer);
    }, everyMs);
    return () => clearInterval(timer);
  }, [mutate]);
  return (
    <section className="panel certification-started">
      <h2>{t('title')}</h2>
      <p className="certification-scan">{t('scan')}</p>
      <p className="certification-tap">{t('tap')}</p>
      {goTo && <QrCode text={goTo} label={t('code')} />}
      {asking.isSuccess && <Alert type="info" showIcon title={t('waiting')} />}
      <div className="actions">
        <Button type="primary" onClick={() => mutate()}>
          {t('check')}
        </Button>
        {goTo && <Button href={goTo}>{t('open')}</Button>}
        {onAgain && <Button onClick={onAgain}>{t('again')}</Button>}
      </div>
    </section>
  );
}
