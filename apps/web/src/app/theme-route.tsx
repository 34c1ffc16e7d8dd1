import { Outlet } from 'react-router';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';

/** Wraps routes whose pages use antd. */
export function Component() {
  return (
    <ThemeProvider>
      <Outlet />
    </ThemeProvider>
  );
}
