import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A link that looks like a button: it opens a page of the site, in another tab too. `state` goes with it in this tab alone. */
export function LinkButton({
  to,
  state,
  ...rest
}: { to: string; state?: unknown } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const open = useLinkClickHandler<HTMLElement>(to, { state });
  return <Button {...rest} href={useHref(to)} onClick={open as ButtonProps['onClick']} />;
}
