import { calls, type RoomRecording } from '@proofkeep/contract';
import { linkTo } from '../../api/ask.ts';
import { RecordingList } from '../../ui/room/recording-list.tsx';
import { words } from '../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-room', text);

/** Recordings of a matter's sessions; finished ones can be played. */
export function Recordings({ id, recordings }: { id: string; recordings: readonly RoomRecording[] }) {
  const t = useWords();
  if (recordings.length === 0) return null;
  return (
    <section className="panel">
      <h2>{t('recordings')}</h2>
      <p className="secondary">{t('recordingsHint')}</p>
      <RecordingList
        recordings={recordings}
        linkOf={(recordingId) => linkTo(calls.consoleVideoRooms.roomRecording, { id, recordingId })}
      />
    </section>
  );
}
