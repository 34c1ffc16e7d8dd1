import './phone.css';
import { Outlet } from 'react-router';
import { Brand } from '../ui/frame/brand.tsx';
import { language } from '../ui/words/language.ts';
import { useLanguage } from '../ui/words/words.ts';

/** Frame of every phone page; loads neither desk code nor antd. */
export function Component() {
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  return (
    <div className="phone">
      <header className="phone-top">
        <Brand />
        <button
          type="button"
          className="button quiet"
          lang={other === 'zh' ? 'zh-CN' : 'en-US'}
          onClick={() => language.set(other)}
        >
          {other === 'zh' ? '中文' : 'English'}
        </button>
      </header>
      <main className="phone-content">
        <Outlet />
      </main>
    </div>
  );
}
