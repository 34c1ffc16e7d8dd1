import { matterKindFacts, type NotaryMatter } from '@proofkeep/contract';
import { amount } from '../../ui/words/formatters.ts';
import { useLanguage, wordIn, words } from '../../ui/words/words.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('console-matter-application', text);

/** The application's content, in the order of the kind's form. */
export function Application({ matter }: { matter: NotaryMatter }) {
  const t = useWords();
  const language = useLanguage();
  const { kind, form, purpose, copies, delivery, wantsVideo, corrections } = matter;
  const answers = matterKindFacts[kind].fields.map(({ name, label, input }): Fact => {
    const answer = form[name];
    const shown = answer && input === 'cents' ? amount(Number(answer)) : answer;
    return [wordIn(label, language), shown && <span className="console-notarization-answer">{shown}</span>];
  });
  const facts: readonly Fact[] = [
    [t('purpose'), purpose],
    ...answers,
    [t('copies'), `${copies}`],
    [t('delivery'), delivery.way === 'post' ? t('post', { address: delivery.address }) : t('download')],
    [t('video'), wantsVideo && t('wanted')],
  ];
  return (
    <section className="panel console-notarization-panel">
      <h2>{t('title')}</h2>
      <Facts facts={facts} />
      {corrections.length > 0 && (
        <>
          <h3>{t('corrections')}</h3>
          <ul className="console-notarization-list">
            {corrections.map(({ field, reason }) => (
              <li key={`${field} ${reason}`}>
                <strong>{t(field)}</strong> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
