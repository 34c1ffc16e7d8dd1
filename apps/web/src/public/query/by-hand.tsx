import { useLanguage, words } from '../../ui/words/words.ts';
import { Command } from '../command.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('by-hand', text);

const program = 'npx proofkeep verify evidence.zip --trust anchors.json';
const fingerprint = 'openssl x509 -in root.pem -noout -fingerprint -sha256';

/** @param instructions `VERIFY.txt` of the verified bundle, in both languages */
export function ByHand({ instructions }: { instructions: string | null }) {
  const t = useWords();
  const isChinese = useLanguage() === 'zh';
  const [zh = '', en = ''] = instructions?.split(/\n-{78}\n\n/) ?? [];
  const steps = isChinese ? zh : en;
  return (
    <details className="panel query-by-hand">
      <summary>{t('title')}</summary>
      <p className="secondary">{t('intro')}</p>
      <h2>{t('program')}</h2>
      <Command text={program} what={t('programCommand')} />
      <h2>{t('tools')}</h2>
      {steps ? (
        <Command text={steps} what={t('commands')} />
      ) : (
        <>
          <p>{t('toolsHint')}</p>
          <Command text={fingerprint} what={t('fingerprintCommand')} />
        </>
      )}
    </details>
  );
}
