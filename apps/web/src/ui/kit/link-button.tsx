import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A link that looks like a button: it opens a page of the site, in another tab too. */
export function LinkButton({ to, ...rest }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const open = useLinkClickHandler<HTMLElement>(to);
  return <Button {...rest} href={useHref(to)} onClick={open as ButtonProps['onClick']} />;
}
