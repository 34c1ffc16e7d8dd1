import { calls, type MatterDetail } from '@proofkeep/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask, linkTo } from '../../../api/ask.ts';
import { QueryView } from '../../../ui/notices/query-view.tsx';
import { RecordingList } from '../../../ui/room/recording-list.tsx';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('matter-recordings', text);

const { matterRecordings, matterRecording } = calls.videoRooms;

/** Recordings of the matter's video sessions, to play. A matter without one asks for nothing and shows nothing. */
export function Recordings({ matter: { id, journal } }: { matter: Pick<MatterDetail, 'id' | 'journal'> }) {
  const t = useWords();
  const finished = journal.filter(({ event }) => event === 'recording-finished' || event === 'recording-empty').length;
  const query = useQuery({
    // The count is part of the key, so the list is read again once another recording is finished.
    queryKey: [matterRecordings.path, { id }, finished],
    queryFn: ({ signal }) => ask(matterRecordings, { id }, { signal }),
    enabled: finished > 0,
    placeholderData: keepPreviousData,
  });
  if (finished === 0) return null;
  return (
    <section className="panel" aria-labelledby="matter-recordings">
      <h2 id="matter-recordings">{t('title')}</h2>
      <p className="secondary">{t('hint')}</p>
      <QueryView query={query} rows={4}>
        {({ list }) => (
          <RecordingList recordings={list} linkOf={(recordingId) => linkTo(matterRecording, { id, recordingId })} />
        )}
      </QueryView>
    </section>
  );
}
