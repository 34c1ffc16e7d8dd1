import { language } from './language.ts';
import { useLanguage } from './words.ts';

/** Names the other language in that language, since its readers may know no other. */
export function LanguageSwitch() {
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  return (
    <button
      type="button"
      className="button quiet"
      lang={other === 'zh' ? 'zh-CN' : 'en-US'}
      onClick={() => language.set(other)}
    >
      {other === 'zh' ? '中文' : 'English'}
    </button>
  );
}
