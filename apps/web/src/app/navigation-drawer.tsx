import { Drawer } from 'antd';
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx';
import { LanguageSwitch } from '../ui/words/language-switch.tsx';
import { Navigation } from './navigation.tsx';

interface Props {
  isOpen: boolean;
  title: string;
  onClose: () => void;
}

export const NavigationDrawer = ({ isOpen, title, onClose }: Props) => (
  <Drawer open={isOpen} onClose={onClose} placement="left" size={280} title={title}>
    <Navigation />
    <div className="shell-switches">
      <LanguageSwitch />
      <ThemeSwitch />
    </div>
  </Drawer>
);
