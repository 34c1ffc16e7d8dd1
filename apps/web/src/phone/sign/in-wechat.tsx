import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-wechat', text);

/** WeChat's browser names itself so in its user agent. */
const isWeChat = /MicroMessenger/i.test(navigator.userAgent);

/** How to download in WeChat. */
export function InWeChat() {
  const t = useWords();
  return isWeChat && <p className="phone-warning">{t('download')}</p>;
}
