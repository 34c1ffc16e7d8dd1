import './settings.css';
import { calls } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { useSideScroll } from '../../ui/kit/side-scroll.ts';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('settings', text);

/** `isForHolder`: hidden from members. */
const sections = [
  { to: paths.settings, name: 'own', isForHolder: false },
  { to: paths.personal, name: 'personal', isForHolder: false },
  { to: paths.enterprise, name: 'enterprise', isForHolder: true },
  { to: paths.members, name: 'members', isForHolder: false },
  { to: paths.addresses, name: 'addresses', isForHolder: false },
  { to: paths.notifications, name: 'notifications', isForHolder: false },
] as const;

/** Frame of all settings pages, with links to the others. */
export function Component() {
  const t = useWords();
  const { data: me } = useQuery(queryOf(calls.account.accountInfo, {}));
  const { pathname } = useLocation();
  const sectionsOf = useRef<HTMLElement>(null);
  // On a phone the row of links overflows: scrolls the current one into view.
  useEffect(() => {
    const [row, present] = [sectionsOf.current, sectionsOf.current?.querySelector(`a[href="${pathname}"]`)];
    if (!row || !present) return;
    const { left, width } = present.getBoundingClientRect();
    const within = row.getBoundingClientRect();
    row.scrollBy({ left: left - within.left - (within.width - width) / 2 });
  }, [pathname]);
  useSideScroll(sectionsOf);
  const shown = sections.filter(({ isForHolder }) => !isForHolder || me?.role === 'main');
  return (
    <div className="settings">
      <nav ref={sectionsOf} aria-label={t('label')} className="settings-sections side-scroll">
        {shown.map(({ to, name }) => (
          <NavLink key={to} to={to} end>
            {t(name === 'members' && me?.role === 'sub' ? 'identities' : name)}
          </NavLink>
        ))}
      </nav>
      <div>
        <Outlet />
      </div>
    </div>
  );
}
