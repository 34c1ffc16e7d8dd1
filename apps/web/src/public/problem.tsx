import { words } from '../ui/words/words.ts';
import { Notice } from './notice.tsx';
import type { TaskProblem } from './task.ts';

const useWords = words('public-problem', {
  unreadable: ['文件读不出来', 'The file could not be read'],
  unreadableHelp: [
    '它可能被移动、改名、正在被其他程序写入，或是一个文件夹。请重新选择。',
    'It may have been moved, renamed, changed by another program, or be a folder. Choose it again.',
  ],
  'anchors-invalid': ['这不是信任锚文件', 'This is no file of trust anchors'],
  'anchors-invalidHelp': [
    '应为签发方公开的 anchors.json，其中列有根证书和日志密钥。',
    'It should be the anchors.json that the issuer publishes, with root certificates and log keys.',
  ],
  'insecure-page': ['此页面未通过 HTTPS 打开，无法核验签名', 'This page was not opened over HTTPS'],
  'insecure-pageHelp': [
    '浏览器只在 HTTPS 页面上提供核验签名的功能。请改用 https 网址，或用命令行核验。',
    'Browsers check signatures on HTTPS pages only. Use the https address, or verify on the command line.',
  ],
  'old-browser': ['此浏览器不能核验日志的签名', 'This browser cannot check the log’s signatures'],
  'old-browserHelp': [
    '缺少 Ed25519 签名算法。请更新浏览器，或用命令行核验。',
    'It lacks Ed25519. Update it, or verify on the command line.',
  ],
  stopped: ['核验程序意外停止', 'The check stopped unexpectedly'],
  stoppedHelp: [
    '结果未知。请重试；若再次发生，请换用其他浏览器或命令行。',
    'There is no result. Try again; if it happens again, use another browser or the command line.',
  ],
});

export function Problem({ problem }: { problem: TaskProblem }) {
  const say = useWords();
  return (
    <Notice title={say(problem)}>
      <p>{say(`${problem}Help`)}</p>
    </Notice>
  );
}
