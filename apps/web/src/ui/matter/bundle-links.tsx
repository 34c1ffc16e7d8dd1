import type { calls, ReplyOf } from '@proofkeep/contract';
import { Button } from 'antd';
import { fileSize } from '../words/formatters.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-bundle', text);

interface Props {
  bundle: NonNullable<ReplyOf<typeof calls.deeds.matterBundleFacts>['bundle']>;
  linkOf: (recordings: 'with' | 'without') => string;
}

/** Downloads of a matter's bundle; with the recordings of video sessions, it may be large. */
export function BundleLinks({ bundle: { sizeBytes, recordings }, linkOf }: Props) {
  const t = useWords();
  return (
    <>
      <Button href={linkOf('without')} download>
        {t('bundle', { size: fileSize(sizeBytes) })}
      </Button>
      {recordings.count > 0 && (
        <Button href={linkOf('with')} download>
          {t('recordings', { size: fileSize(sizeBytes + recordings.sizeBytes) })}
        </Button>
      )}
    </>
  );
}
