import './agreements.css';
import { agreementVersion } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTitle } from '../../ui/address/title.ts';
import { useLanguage, words } from '../../ui/words/words.ts';
import { type AgreementName, texts } from './texts.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('agreement', text);

/** An agreement with its version and a table of contents; prints without the page's frame. */
export function AgreementPage({ name }: { name: AgreementName }) {
  const t = useWords();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ['agreement', name, language],
    queryFn: async () => (await texts[name][language]()).agreement,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
  });
  useTitle(t(name));
  useScrollToSection(data !== undefined);
  if (!data)
    return (
      <>
        <h1>{t(name)}</h1>
        <p role="status">{t('loading')}</p>
      </>
    );
  return (
    <article className="agreements-text">
      <header>
        <h1>{data.title}</h1>
        <p className="secondary">{t('version', { version: agreementVersion })}</p>
        <button type="button" className="button agreements-print" onClick={() => window.print()}>
          {t('print')}
        </button>
      </header>
      <nav aria-label={t('contents')}>
        <h2>{t('contents')}</h2>
        <ol>
          {data.sections.map(({ title }, at) => (
            <li key={title}>
              <a href={`#section-${at + 1}`}>
                {at + 1}. {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        <p>{data.intro}</p>
        {data.sections.map(({ title, clauses }, at) => (
          <section key={title} id={`section-${at + 1}`} aria-labelledby={`title-${at + 1}`}>
            <h2 id={`title-${at + 1}`}>
              {at + 1}. {title}
            </h2>
            {clauses.map((clause, index) => (
              <p key={clause} className="agreements-clause">
                <span className="secondary numbers">
                  {at + 1}.{index + 1}
                </span>
                <span>{clause}</span>
              </p>
            ))}
          </section>
        ))}
      </div>
    </article>
  );
}

/** Scrolls to the section in the URL's hash once the text has loaded. */
function useScrollToSection(isThere: boolean): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);
}
