import { useLanguage, words } from '../../ui/words/words.ts';
import { Command } from '../command.tsx';

const useWords = words('by-hand', {
  title: ['自己动手核验', 'Do the same by hand'],
  intro: [
    '不必相信这个页面。下面的命令在您自己的电脑上做同样的检查，不需要联网。',
    'You need not believe this page. These commands make the same checks on your own computer, without a network.',
  ],
  program: ['用命令行程序核验', 'With the command line program'],
  tools: ['只用通用工具（sha256sum、openssl、pdfsig）', 'With common tools alone (sha256sum, openssl, pdfsig)'],
  toolsHint: [
    '证据包中的 VERIFY.txt 写有全部步骤。请先比对根证书指纹：',
    'VERIFY.txt in the bundle has every step. Compare the fingerprint of the root first:',
  ],
  programCommand: ['核验命令', 'the command that verifies'],
  fingerprintCommand: ['比对指纹的命令', 'the command that prints the fingerprint'],
  commands: ['全部步骤', 'all steps'],
});

const program = 'npx proofkeep verify evidence.zip --trust anchors.json';
const fingerprint = 'openssl x509 -in root.pem -noout -fingerprint -sha256';

/** @param instructions `VERIFY.txt` of the bundle that was verified, both languages */
export function ByHand({ instructions }: { instructions: string | null }) {
  const say = useWords();
  const isChinese = useLanguage() === 'zh';
  const [zh = '', en = ''] = instructions?.split(/\n-{78}\n\n/) ?? [];
  const steps = isChinese ? zh : en;
  return (
    <details className="panel by-hand">
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
