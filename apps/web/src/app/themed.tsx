import { Outlet } from 'react-router';
import { Themed } from '../ui/theme/themed.tsx';

/** Pages made of antd's parts. */
export function Component() {
  return (
    <Themed>
      <Outlet />
    </Themed>
  );
}
