import './phone.css';
import { Outlet } from 'react-router';
import { Brand } from '../ui/frame/brand.tsx';
import { LanguageSwitch } from '../ui/words/language-switch.tsx';

/** Frame of every phone page; loads neither desk code nor antd. */
export function Component() {
  return (
    <div className="phone">
      <header className="phone-top">
        <Brand />
        <LanguageSwitch />
      </header>
      <main className="phone-content">
        <Outlet />
      </main>
    </div>
  );
}
