import { Outlet } from 'react-router';
import { Themed } from '../ui/theme/themed.tsx';

/** Wraps routes whose pages use antd. */
export function Component() {
  return (
    <Themed>
      <Outlet />
    </Themed>
  );
}
