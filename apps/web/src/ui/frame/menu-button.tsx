import { MenuOutlined } from '@ant-design/icons';
import { Button } from 'antd';

interface Props {
  className: string;
  label: string;
  isOpen: boolean;
  onOpen: () => void;
}

/** Opens a frame's navigation where the screen has no room beside the page; the frame hides it elsewhere. */
export const MenuButton = ({ className, label, isOpen, onOpen }: Props) => (
  <Button
    className={className}
    type="text"
    icon={<MenuOutlined aria-hidden />}
    aria-label={label}
    aria-expanded={isOpen}
    onClick={onOpen}
  />
);
