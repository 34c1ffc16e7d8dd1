import { Drawer } from 'antd';
import { Switches } from '../ui/frame/switches.tsx';
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
      <Switches />
    </div>
  </Drawer>
);
