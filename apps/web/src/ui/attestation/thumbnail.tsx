import './thumbnail.css';
import {
  FileImageOutlined,
  FileTextOutlined,
  MobileOutlined,
  NumberOutlined,
  ShoppingOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons';
import type { AttestationKind } from '@proofkeep/contract';

const icons: Record<AttestationKind, typeof FileImageOutlined> = {
  page: FileImageOutlined,
  ecommerce: ShoppingOutlined,
  files: FileTextOutlined,
  digests: NumberOutlined,
  live: VideoCameraOutlined,
  device: MobileOutlined,
};

/** Empty alt text, because the name is shown next to it. */
export function Thumbnail({ src, kind = 'page' }: { src: string | null; kind?: AttestationKind }) {
  const Icon = icons[kind];
  return (
    <span className="thumbnail">{src === null ? <Icon aria-hidden /> : <img src={src} alt="" loading="lazy" />}</span>
  );
}
