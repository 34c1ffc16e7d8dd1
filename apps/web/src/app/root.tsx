import '../ui/notices/other-address.css';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { isOtherAddress } from '../ui/notices/public-url.ts';

const OtherAddress = lazy(async () => ({
  default: (await import('../ui/notices/other-address.tsx')).OtherAddress,
}));

/** Around every page. The bar comes after the page in the document: the page's skip link has to be first. */
export const Root = () => (
  <div className="with-address">
    <Outlet />
    {isOtherAddress && (
      <Suspense>
        <OtherAddress />
      </Suspense>
    )}
  </div>
);
