import { useLanguage, words } from '../../ui/words/words.ts';
import { Command } from '../command.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('by-hand', text);

const program = 'npx proofkeep verify evidence.zip --trust anchors.json';
const fingerprint = 'openssl x509 -in root.pem -noout -fingerprint -sha256';

/** @param instructions `VERIFY.txt` of the verified bundle, in both languages */
export function ByHand({ instructions }: { instructions: string | null }) {
  const say = useWords();
  const isChinese = useLanguage() === 'zh';
  const [zh = '', en = ''] = instructions?.split(/\n-{78}\n\n/) ?? [];
  const steps = isChinese ? zh : en;
  return (
    <details className="panel query-by-hand">
      <summary>{say('title')}</summary>
      <p className="secondary">{say('intro')}</p>
      <h2>{say('program')}</h2>
      <Command text={program} what={say('programCommand')} />
      <h2>{say('tools')}</h2>
      {steps ? (
        <Command text={steps} what={say('commands')} />
      ) : (
        <>
          <p>{say('toolsHint')}</p>
          <Command text={fingerprint} what={say('fingerprintCommand')} />
        </>
      )}
    </details>
  );
}
