import { Link } from 'react-router';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { words } from '../../ui/words/words.ts';

const useWords = words('home-first', {
  title: ['还没有存证', 'Nothing preserved yet'],
  hint: ['三步就有一份任何人都能验证的证据。', 'Three steps to evidence that anyone can verify.'],
  preserve: ['存证网页', 'Preserve a page'],
  one: ['固定一个网页', 'Preserve a page'],
  oneHint: [
    '粘贴网址，我们会打开网页，完整保存截图、文件和网络记录，加盖可信时间戳并写入公开的存证日志。',
    'Paste an address. The page is opened and kept whole: screenshot, files and network record, stamped and written to a public log.',
  ],
  two: ['看一看再确认', 'Look, then confirm'],
  twoHint: [
    '几分钟后您会看到取得的内容。确认后出具存证证书；不是想要的，放弃即可。',
    'Minutes later you see what was captured. Confirm it and a certificate is drawn up; reject what is not what you wanted.',
  ],
  three: ['把证据包交给任何人', 'Hand the bundle to anyone'],
  threeHint: [
    '对方无需账号，也不必相信我们：证据包可以在公开页面上核验，也可以离线核验。',
    'They need no account and no trust in us: the bundle is verified on a public page, or offline.',
  ],
  verify: ['看看对方会看到什么', 'See what they will see'],
});

/** What somebody new can do here, in the order in which it is done. */
export function FirstSteps({ mayPreserve }: { mayPreserve: boolean }) {
  const say = useWords();
  return (
    <section className="home-first panel" aria-labelledby="home-first">
      <h2 id="home-first">{say('title')}</h2>
      <p className="secondary">{say('hint')}</p>
      <ol>
        <li>
          <h3>{say('one')}</h3>
          <p className="secondary">{say('oneHint')}</p>
          {mayPreserve && (
            <LinkButton to={paths.preserve} type="primary" size="large">
              {say('preserve')}
            </LinkButton>
          )}
        </li>
        <li>
          <h3>{say('two')}</h3>
          <p className="secondary">{say('twoHint')}</p>
        </li>
        <li>
          <h3>{say('three')}</h3>
          <p className="secondary">{say('threeHint')}</p>
          <Link to={paths.query}>{say('verify')}</Link>
        </li>
      </ol>
    </section>
  );
}
