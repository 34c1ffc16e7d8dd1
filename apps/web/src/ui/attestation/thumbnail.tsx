import { FileImageOutlined } from '@ant-design/icons';

/** The name stands beside it, so it says nothing of its own. */
export function Thumbnail({ src }: { src: string | null }) {
  return (
    <span className="thumbnail">
      {src === null ? <FileImageOutlined aria-hidden /> : <img src={src} alt="" loading="lazy" />}
    </span>
  );
}
