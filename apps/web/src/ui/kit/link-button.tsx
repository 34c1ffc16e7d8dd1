import { Button, type ButtonProps } from 'antd';
import { useHref, useLinkClickHandler } from 'react-router';

/** A link to a page of the site that looks like a button; can be opened in a new tab. */
export function LinkButton({ to, ...rest }: { to: string } & Omit<ButtonProps, 'href' | 'onClick'>) {
  const open = useLinkClickHandler<HTMLElement>(to);
  return <Button {...rest} href={useHref(to)} onClick={open as ButtonProps['onClick']} />;
}
