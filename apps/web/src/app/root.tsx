import '../ui/notices/other-address.css';
import { Outlet } from 'react-router';
import { OtherAddress } from '../ui/notices/other-address.tsx';

/** Around every page. The bar comes after the page in the document: the page's skip link has to be first. */
export const Root = () => (
  <div className="with-address">
    <Outlet />
    <OtherAddress />
  </div>
);
