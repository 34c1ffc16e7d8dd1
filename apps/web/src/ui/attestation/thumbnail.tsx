import { FileImageOutlined } from '@ant-design/icons';

/** Empty alt text, because the name is shown next to it. */
export function Thumbnail({ src }: { src: string | null }) {
  return (
    <span className="thumbnail">
      {src === null ? <FileImageOutlined aria-hidden /> : <img src={src} alt="" loading="lazy" />}
    </span>
  );
}
