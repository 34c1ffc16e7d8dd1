import './comparison.css';
import type { ShownComparison } from '@proofkeep/contract';
import { Moment } from '../kit/moment.tsx';
import { words } from '../words/words.ts';
import { Slider } from './slider.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('comparison', text);

interface Props {
  comparison: ShownComparison;
  /** Address of a tile of one of the two screenshots, by its position from the top. */
  srcOf: (record: 'first' | 'second', index: number) => string;
}

/** The two records of a page side by side, and what differs; names only what was compared. */
export function Comparison({ comparison, srcOf }: Props) {
  const t = useWords();
  const { places, startedAt, text: lines, prices, picture } = comparison;
  return (
    <div className="comparison">
      <dl className="comparison-places">
        {places.map(({ name, region }, i) => (
          <div key={`${region} ${name}`}>
            <dt>{t(i === 0 ? 'first' : 'second')}</dt>
            <dd>
              <strong>{name}</strong> <span className="secondary">{region}</span>
              <br />
              <Moment at={startedAt[i] ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
      <Main main={comparison.main} />
      <section>
        <h3>{t('prices')}</h3>
        {prices ? <Prices prices={prices} places={places} /> : <p className="secondary">{t('noPrices')}</p>}
      </section>
      <section>
        <h3>{t('text')}</h3>
        {lines ? <Lines lines={lines} places={places} /> : <p className="secondary">{t('noText')}</p>}
      </section>
      <section>
        <h3>{t('picture')}</h3>
        <p className={picture ? undefined : 'secondary'}>{pictureSentence(picture, t)}</p>
        <Slider comparison={comparison} srcOf={srcOf} />
      </section>
      <p className="secondary">{t('limits')}</p>
    </div>
  );
}

type T = ReturnType<typeof useWords>;

function pictureSentence(picture: ShownComparison['picture'], t: T): string {
  if (!picture) return t('noPicture');
  if (picture.changed === 0) return t('samePicture');
  return t('changedPicture', { percent: Math.max(1, Math.round((100 * picture.changed) / picture.tiles)) });
}

/** Status, addresses and certificate: those that differ, or that none does. */
function Main({ main }: Pick<ShownComparison, 'main'>) {
  const t = useWords();
  const rows = (['status', 'finalUrl', 'serverAddress', 'certificate'] as const).filter(
    (name) => main[name][0] !== main[name][1],
  );
  return (
    <section>
      <h3>{t('main')}</h3>
      {rows.length === 0 ? (
        <p>{t('sameMain')}</p>
      ) : (
        <dl className="comparison-pairs">
          {rows.map((name) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              {main[name].map((value, i) => (
                <dd key={i === 0 ? 'first' : 'second'} className="mono">
                  {value ?? t('none')}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

type Places = Pick<ShownComparison, 'places'>;

function Prices({ prices, places }: { prices: NonNullable<ShownComparison['prices']> } & Places) {
  const t = useWords();
  if (prices.count === 0) return <p>{t('emptyPrices')}</p>;
  if (prices.changes.length === 0) return <p>{t('samePrices', { count: prices.count })}</p>;
  return (
    <table className="comparison-table">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          {places.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {prices.changes.map(({ name, variant, values }) => (
          <tr key={`${name} ${variant}`}>
            <th scope="row">
              {name in priceNames ? t(priceNames[name as keyof typeof priceNames]) : name}
              {variant && ` (${variant})`}
            </th>
            {values.map((some, i) => (
              <td key={i === 0 ? 'first' : 'second'} className="numbers">
                {some.length > 0 ? some.join(', ') : t('none')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const priceNames = {
  price: 'price',
  priceFrom: 'priceFrom',
  priceTo: 'priceTo',
  listPrice: 'listPrice',
  variantPrice: 'variantPrice',
  currency: 'currency',
} as const;

function Lines({ lines, places }: { lines: NonNullable<ShownComparison['text']> } & Places) {
  const t = useWords();
  if (lines.total === 0) return <p>{t('sameText')}</p>;
  return (
    <>
      <p>
        {t('textCount', { count: lines.total })}
        {lines.total > lines.changes.length && ` ${t('textMore', { count: lines.changes.length })}`}
      </p>
      <ol className="comparison-lines">
        {lines.changes.map(({ at, lines: both }) => (
          <li key={at.join(' ')}>
            {both.map((some, i) => (
              <div key={i === 0 ? 'first' : 'second'}>
                <span className="secondary">{places[i]?.name}</span>
                {some.length === 0 ? <p className="secondary">{t('notThere')}</p> : <p>{some.join('\n')}</p>}
              </div>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
