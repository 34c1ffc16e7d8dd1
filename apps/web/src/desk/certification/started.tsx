import { calls, type PersonalCertification } from '@proofkeep/contract';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { ask } from '../../api/ask.ts';
import { QrCode } from '../../ui/kit/qr-code.tsx';
import { words } from '../../ui/words/words.ts';

const useWords = words('certification-started', {
  title: ['请用支付宝完成本人核验', 'Show Alipay that it is you'],
  scan: [
    '用手机支付宝扫描二维码，按提示完成人脸核验。完成后本页会自动更新。',
    'Scan the code with Alipay on your phone and follow what it says. This page is brought up to date by itself.',
  ],
  tap: [
    '打开支付宝，按提示完成人脸核验，然后回到本页查询结果。',
    'Open Alipay, follow what it says, then come back here and ask for the outcome.',
  ],
  code: ['支付宝核验二维码', 'QR code that leads to Alipay'],
  open: ['在本机打开支付宝', 'Open Alipay on this device'],
  check: ['我已完成，查询结果', 'I have finished: ask for the outcome'],
  waiting: ['支付宝尚未确认，完成核验后请再次查询。', 'Alipay has not confirmed it yet. Finish there, then ask again.'],
  again: ['重新填写', 'Enter it again'],
});

const everyMs = 10_000;
/** Whoever has not come back by then asks himself. */
const mostTimes = 60;

/** With the provider: where to go on, and what came of it. */
export function Started({
  certification,
  onAnswer,
  onAgain,
}: {
  certification: PersonalCertification;
  onAnswer: (after: PersonalCertification) => void;
  onAgain: () => void;
}) {
  const say = useWords();
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
      <h2>{say('title')}</h2>
      <p className="certification-scan">{say('scan')}</p>
      <p className="certification-tap">{say('tap')}</p>
      {goTo && <QrCode text={goTo} label={say('code')} />}
      {asking.isSuccess && <Alert type="info" showIcon title={say('waiting')} />}
      <div className="actions">
        <Button type="primary" onClick={() => mutate()}>
          {say('check')}
        </Button>
        {goTo && <Button href={goTo}>{say('open')}</Button>}
        <Button onClick={onAgain}>{say('again')}</Button>
      </div>
    </section>
  );
}
