import '../public.css';
import { Outlet, ScrollRestoration } from 'react-router';
import { Brand } from '../../ui/frame/brand.tsx';
import { language } from '../../ui/words/language.ts';
import { useLanguage } from '../../ui/words/words.ts';

/** Frame without navigation: on a phone an agreement opens from a form and is closed again. */
export function Component() {
  const other = useLanguage() === 'zh' ? 'en' : 'zh';
  return (
    <div className="public agreements-phone">
      <header className="public-top">
        <Brand />
        <div className="public-tools">
          <button
            type="button"
            className="button quiet"
            lang={other === 'zh' ? 'zh-CN' : 'en-US'}
            onClick={() => language.set(other)}
          >
            {other === 'zh' ? '中文' : 'English'}
          </button>
        </div>
      </header>
      <main className="public-content">
        <Outlet />
        <ScrollRestoration />
      </main>
    </div>
  );
}
