import './query.css';
import { Link, useSearchParams } from 'react-router';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { BundleTab } from './bundle-tab.tsx';
import { FileTab } from './file-tab.tsx';
import { HolderTab } from './holder-tab.tsx';

const useWords = words('query', {
  title: ['核验', 'Verify'],
  intro: [
    '任何人都可以核验，无需登录。文件只在您的浏览器中读取，不会上传。',
    'Anybody can verify, without signing in. Files are read in your browser and never leave it.',
  ],
  ways: ['核验方式', 'Ways to verify'],
  bundle: ['证据包', 'Evidence bundle'],
  file: ['文件或摘要', 'File or digest'],
  holder: ['证件号码', 'By numbers'],
});

const ways = { bundle: BundleTab, file: FileTab, holder: HolderTab } as const;
type Way = keyof typeof ways;

/** Three ways to ask about evidence, for people who have no account; the way stands in the address. */
export function Component() {
  const say = useWords();
  const [query] = useSearchParams();
  useTitle(say('title'));
  const asked = query.get('by') ?? '';
  const way: Way = Object.hasOwn(ways, asked) ? (asked as Way) : 'bundle';
  const Tab = ways[way];
  return (
    <>
      <h1>{say('title')}</h1>
      <p className="secondary public-intro">{say('intro')}</p>
      <nav className="query-ways" aria-label={say('ways')}>
        {(Object.keys(ways) as Way[]).map((one) => (
          <Link key={one} to={one === 'bundle' ? '?' : `?by=${one}`} aria-current={one === way ? 'page' : undefined}>
            {say(one)}
          </Link>
        ))}
      </nav>
      <Tab />
    </>
  );
}
