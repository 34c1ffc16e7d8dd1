import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { calls, type NotaryMatter, type PartyEvidence, type PartyFile } from '@proofkeep/contract';
import { useState } from 'react';
import { ask, linkTo } from '../../api/ask.ts';
import { refresh } from '../../api/refresh.ts';
import { Chip } from '../../ui/kit/chip.tsx';
import { attention, done } from '../../ui/kit/looks.tsx';
import { Moment } from '../../ui/kit/moment.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { words } from '../../ui/words/words.ts';
import { Facts } from '../ui/facts.tsx';
import { AnswerTimes } from './answer-times.tsx';
import { usePartyEvidence } from './evidence-of-parties.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-identity', text);

/** Identity evidence of each party: card beside the application's data, recordings, answers. Each view is audited. */
export function Identity({ matter }: { matter: NotaryMatter }) {
  const t = useWords();
  const found = usePartyEvidence(matter);
  const isEmpty = found.data?.parties.every(({ card, files }) => card === null && files.length === 0);
  if (isEmpty) return null;
  return (
    <section className="panel console-notarization-panel">
      <h2>{t('title')}</h2>
      <QueryView query={found} rows={4}>
        {({ parties }) => parties.map((party) => <Person key={party.partyId} matter={matter} party={party} />)}
      </QueryView>
    </section>
  );
}

/** Groups the digits as the card prints them, to make comparing easier. */
const grouped = (idNumber: string): string =>
  idNumber.length === 18 ? `${idNumber.slice(0, 6)} ${idNumber.slice(6, 14)} ${idNumber.slice(14)}` : idNumber;

function Person({ matter, party }: { matter: NotaryMatter; party: PartyEvidence }) {
  const t = useWords();
  const { card, files, answers, name } = party;
  const applied = matter.people.find(({ id }) => id === party.partyId);
  const pictures = files.filter(({ challenge, isCurrent }) => challenge === null && isCurrent);
  const recordings = files.filter(({ challenge }) => challenge !== null);
  return (
    <article className="console-notarization-person">
      <h3>{name}</h3>
      <Facts
        isWide
        facts={[
          [
            t('appliedNumber'),
            applied && (
              <span key="applied" className="mono">
                {grouped(applied.idNumber)}
              </span>
            ),
          ],
          [t('cardName'), card && <Compared key="name" text={card.name} differs={card.differs.includes('name')} />],
          [
            t('cardNumber'),
            card && (
              <Compared key="number" isMono text={grouped(card.idNumber)} differs={card.differs.includes('idNumber')} />
            ),
          ],
          [t('valid'), card && `${card.validFrom} – ${card.validUntil ?? t('forever')}`],
        ]}
      />
      <div className="console-notarization-files">
        {pictures.map((file) => (
          <Picture key={file.id} id={matter.id} file={file} />
        ))}
      </div>
      {recordings.map((file) => (
        <Recording key={file.id} id={matter.id} file={file} />
      ))}
      {answers.length > 0 && (
        <ol className="console-notarization-list">
          {answers.map(({ question, answer, startedAt, sentAt }) => (
            <li key={question}>
              <p className="secondary">{question}</p>
              <p className="console-notarization-answer">{answer || '-'}</p>
              <AnswerTimes startedAt={startedAt} sentAt={sentAt} />
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}

function Compared({ text: shown, differs, isMono = false }: { text: string; differs: boolean; isMono?: boolean }) {
  const t = useWords();
  return (
    <span data-tone={differs ? 'danger' : 'success'} className="tone">
      {differs ? <ExclamationCircleOutlined aria-hidden /> : <CheckCircleOutlined aria-hidden />}{' '}
      <strong className={isMono ? 'mono' : ''}>{shown}</strong> {t(differs ? 'differs' : 'same')}
    </span>
  );
}

function Picture({ id, file }: { id: string; file: PartyFile }) {
  const t = useWords();
  const src = linkTo(calls.consolePhoneSigning.partyEvidenceFile, { id, fileId: file.id });
  const label = t(file.kind);
  return (
    <figure>
      <a href={src} target="_blank" rel="noreferrer" aria-label={t('larger', { name: label })}>
        <img src={src} alt={label} loading="lazy" />
      </a>
      <figcaption>
        <strong>{label}</strong>
        <span className="secondary">
          <Moment at={file.sentAt} />
        </span>
      </figcaption>
    </figure>
  );
}

/** A recording counts as played once all of it was played, in any order and at any speed; the journal records it. */
function Recording({ id, file }: { id: string; file: PartyFile }) {
  const t = useWords();
  const [isPlayed, setPlayed] = useState(file.playedAt !== null);
  const src = linkTo(calls.consolePhoneSigning.partyEvidenceFile, { id, fileId: file.id });
  const end = async ({ played, currentTime }: HTMLVideoElement) => {
    if (isPlayed || secondsIn(played) < currentTime - longestGapSeconds) return;
    await ask(calls.consolePhoneSigning.recordPlayback, { id, fileId: file.id });
    setPlayed(true);
    await refresh('partyEvidence');
  };
  return (
    <figure className="console-notarization-recording">
      {/* biome-ignore lint/a11y/useMediaCaption: what a party says is not known before the notary hears it */}
      <video
        src={src}
        controls
        playsInline
        preload="metadata"
        aria-label={t(file.kind)}
        onEnded={({ currentTarget }) => void end(currentTarget)}
      />
      <figcaption>
        <span className="console-line">
          <strong>{t(file.kind)}</strong>
          <Chip {...(isPlayed ? done : attention)}>{t(isPlayed ? 'played' : 'unplayed')}</Chip>
        </span>
        {file.challenge && file.challenge.digits !== '' && (
          <span>
            {t('digits')} <strong className="mono">{file.challenge.digits.split('').join(' ')}</strong>
          </span>
        )}
        {file.challenge && (
          <>
            <span className="secondary">{t('arrived', { count: file.challenge.secondsToArrival })}</span>
            <span className={file.challenge.claimsLive ? 'secondary' : 'console-danger'}>
              {t(file.challenge.claimsLive ? 'claimsLive' : 'notLive')}
            </span>
          </>
        )}
        {!file.isCurrent && <span className="secondary">{t('earlier')}</span>}
        <span className="secondary">
          <Moment at={file.sentAt} />
        </span>
      </figcaption>
    </figure>
  );
}

/** Longest part that may be missing: recordings of browsers don't begin at zero exactly. */
const longestGapSeconds = 1;

/** Sums the ranges that were played, which omit what was skipped (HTML, `HTMLMediaElement.played`). */
const secondsIn = (ranges: TimeRanges): number =>
  Array.from({ length: ranges.length }, (_one, at) => ranges.end(at) - ranges.start(at)).reduce((a, b) => a + b, 0);
