import { type CleanedSheet, type CleanRow, sentenceIn } from '@proofkeep/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../ui/address/paths.ts';
import { useLanguage, words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('preserve-sheet', text);

/** Rows shown of each section; the counts include all rows. */
const mostShown = 200;

/** Rows read from a spreadsheet: rows to submit, rows with the reason why not, and duplicates. */
export function SheetRows({ cleaned }: { cleaned: CleanedSheet }) {
  const t = useWords();
  const language = useLanguage();
  const { fileName, rows, bad, duplicates } = cleaned;
  const at = (row: number) => t('row', { row });
  return (
    <section className="attestations-new-sheet" aria-label={fileName}>
      <h2>{fileName}</h2>
      <p role="status">
        {t('good', { count: rows.length })}
        {bad.length > 0 && ` · ${t('bad', { count: bad.length })}`}
        {duplicates.length > 0 && ` · ${t('duplicates', { count: duplicates.length })}`}
      </p>
      <Part title={t('badTitle', { count: bad.length })} count={bad.length} isOpen>
        {bad.slice(0, mostShown).map(({ row, text: said, message }) => (
          <li key={row}>
            <span className="secondary numbers">{at(row)}</span>
            <span>
              {said && <code>{said}</code>} {sentenceIn(message, language)}
            </span>
          </li>
        ))}
      </Part>
      <Part title={t('duplicatesTitle', { count: duplicates.length })} count={duplicates.length}>
        {duplicates.slice(0, mostShown).map(({ row, firstRow, url }) => (
          <li key={row}>
            <span className="secondary numbers">{at(row)}</span>
            <span>
              <code>{url}</code> {t('sameAs', { row: firstRow })}
            </span>
          </li>
        ))}
      </Part>
      <Part title={t('goodTitle', { count: rows.length })} count={rows.length}>
        {rows.slice(0, mostShown).map(({ row, url, name, options, earlier }) => (
          <li key={row}>
            <span className="secondary numbers">{at(row)}</span>
            <span>
              {name && <strong>{name} </strong>}
              <code>{url}</code>
              <OwnOptions options={options} />
              {earlier && (
                <>
                  {' '}
                  <Link to={paths.attestation(earlier.ano)}>{t('earlier')}</Link>
                </>
              )}
            </span>
          </li>
        ))}
      </Part>
    </section>
  );
}

/** The options in which the row differs from the batch. */
function OwnOptions({ options: { device, locale, timezone, waitForText, secondVantage } }: Pick<CleanRow, 'options'>) {
  const t = useWords();
  const language = useLanguage();
  const name = locale && (new Intl.DisplayNames(language, { type: 'language' }).of(locale) ?? locale);
  const places = secondVantage === undefined ? undefined : t(secondVantage ? 'twoPlaces' : 'onePlace');
  const waits = waitForText && t('waits', { text: waitForText });
  const own = [device && t(device), name, timezone, waits, places].filter(Boolean);
  return own.length > 0 && <span className="secondary"> {own.join(' · ')}</span>;
}

function Part({
  title,
  count,
  isOpen = false,
  children,
}: {
  title: string;
  count: number;
  isOpen?: boolean;
  children: ReactNode;
}) {
  const t = useWords();
  if (count === 0) return null;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <ol>{children}</ol>
      {count > mostShown && <p className="secondary">{t('more', { count: count - mostShown })}</p>}
    </details>
  );
}
