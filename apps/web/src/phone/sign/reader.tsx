import { calls, type DocumentText, type PartyDocument, type PartyMatter } from '@proofkeep/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask, linkTo } from '../../api/ask.ts';
import { QueryView } from '../../ui/notices/query-view.tsx';
import { Button } from '../../ui/plain/button.tsx';
import { useLanguage, words } from '../../ui/words/words.ts';
import { InWeChat } from './in-wechat.tsx';
import { Problem } from './problem.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('sign-documents', text);

interface Props {
  nid: string;
  document: PartyDocument;
  onRead: (after: PartyMatter) => void;
  onClose: () => void;
}

/** One document as text for a small screen. Only a reader who reaches its end can confirm having read it. */
export function Reader({ nid, document, onRead, onClose }: Props) {
  const t = useWords();
  const language = useLanguage();
  const { id: documentId, sha256, isRead } = document;
  const [isAtEnd, setAtEnd] = useState(isRead);
  const query = useQuery({
    queryKey: [calls.phoneSigning.documentText.path, documentId, language],
    queryFn: ({ signal }) => ask(calls.phoneSigning.documentText, { nid, documentId }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const read = useMutation({
    mutationFn: () => ask(calls.phoneSigning.recordReading, { nid, documentId }),
    onSuccess: (after) => {
      onRead(after);
      onClose();
      window.scrollTo(0, 0);
    },
    meta: { isShownInPlace: true },
  });
  return (
    <QueryView query={query}>
      {(words) => (
        <>
          <Text {...words} />
          <p className="secondary">
            {t('digest')} <code>{sha256}</code>
          </p>
          <p>
            <a href={linkTo(calls.phoneSigning.partyFile, { nid, documentId })}>{t('pdf')}</a>
          </p>
          <InWeChat />
          <End onSeen={() => setAtEnd(true)} />
          <Problem error={read.error} />
          <div className="phone-acts phone-sticky">
            {!isAtEnd && <p className="secondary">{t('scroll')}</p>}
            {isRead ? (
              <Button kind="primary" isBlock onClick={onClose}>
                {t('close')}
              </Button>
            ) : (
              <Button kind="primary" isBlock disabled={!isAtEnd} isBusy={read.isPending} onClick={() => read.mutate()}>
                {t('haveRead')}
              </Button>
            )}
          </div>
        </>
      )}
    </QueryView>
  );
}

function Text({ title, no, sections }: DocumentText) {
  return (
    <article className="phone-paper panel">
      <h2>{title}</h2>
      <p className="mono">{no}</p>
      {sections.map(({ heading, facts, paragraphs }) => (
        <section key={heading}>
          <h3>{heading}</h3>
          <dl>
            {facts.map(([name, value], at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a document never change places
              <div key={at}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}

/** Reports when the end of the text above it becomes visible. */
function End({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen.current());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return <div ref={end} className="phone-end" />;
}
