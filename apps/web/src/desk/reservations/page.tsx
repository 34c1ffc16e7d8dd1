import './reservations.css';
import { calls, type MatterToBook, matterKindFacts } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { queryOf } from '../../api/queries.ts';
import { paths } from '../../ui/address/paths.ts';
import { LinkButton } from '../../ui/kit/link-button.tsx';
import { PageHeading } from '../../ui/kit/page-heading.tsx';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { Picker } from './picker.tsx';
import { Earlier, Session } from './session.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('reservations', text);

/** `/notarization/reservation`: sessions with a notary; `?matter=` chooses the time of one. */
export function Component() {
  const t = useWords();
  const [query] = useSearchParams();
  const matterId = query.get('matter');
  const found = useQuery(queryOf(calls.reservations.reservations, {}));
  return (
    <>
      <PageHeading title={t('title')} />
      <QueryView query={found} rows={6}>
        {({ toBook, booked, earlier }) => {
          const waiting = toBook.filter(({ id }) => id !== matterId);
          const sessions = booked.filter((one) => one.matterId !== matterId);
          return (
            <div className="reservations">
              {matterId && <Picker key={matterId} matterId={matterId} />}
              <Part name="waiting" title={t('waiting')} rows={waiting}>
                {(matter) => <Waiting key={matter.id} matter={matter} />}
              </Part>
              <Part name="booked" title={t('booked')} rows={sessions}>
                {(session) => <Session key={session.id} session={session} />}
              </Part>
              {!matterId && toBook.length + booked.length === 0 && (
                <EmptyState title={t('none')} hint={t('noneHint')}>
                  <LinkButton to={paths.matters('all')}>{t('matters')}</LinkButton>
                </EmptyState>
              )}
              {earlier.length > 0 && <Earlier sessions={earlier} />}
            </div>
          );
        }}
      </QueryView>
    </>
  );
}

function Waiting({ matter: { id, no, kind, parties, officeName, notaryName } }: { matter: MatterToBook }) {
  const t = useWords();
  const language = useLanguage();
  return (
    <article className="panel reservations-row">
      <div>
        <strong>{wordIn(matterKindFacts[kind].name, language)}</strong>
        <p className="secondary">
          {no} · {parties.join(language === 'zh' ? '、' : ', ')}
        </p>
        <p className="secondary">
          {officeName} · {notaryName}
        </p>
      </div>
      <LinkButton type="primary" to={paths.reservation(id)}>
        {t('choose')}
      </LinkButton>
    </article>
  );
}

interface PartProps<Row> {
  name: string;
  title: string;
  rows: readonly Row[];
  children: (row: Row) => ReactNode;
}

function Part<Row>({ name, title, rows, children }: PartProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={`reservations-${name}`}>
      <h2 id={`reservations-${name}`}>{title}</h2>
      {rows.map(children)}
    </section>
  );
}
