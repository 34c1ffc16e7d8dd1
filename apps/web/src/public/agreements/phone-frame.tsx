import '../public.css';
import { Outlet, ScrollRestoration } from 'react-router';
import { Brand } from '../../ui/frame/brand.tsx';
import { LanguageSwitch } from '../../ui/words/language-switch.tsx';

/** Frame without navigation: on a phone an agreement opens from a form and is closed again. */
export function Component() {
  return (
    <div className="public agreements-phone">
      <header className="public-top">
        <Brand />
        <div className="public-tools">
          <LanguageSwitch />
        </div>
      </header>
      <main className="public-content">
        <Outlet />
        <ScrollRestoration />
      </main>
    </div>
  );
}
