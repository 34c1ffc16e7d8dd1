import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { Moment } from '../../ui/kit/moment.tsx';
import { problemOf } from '../../ui/tasks/task.ts';
import { words } from '../../ui/words/words.ts';
import { Copy } from '../copy.tsx';
import { Notice } from '../notice.tsx';
import { Problem } from '../problem.tsx';
import { printable } from './finding-text.ts';
import { readTrust } from './verify-file.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('trust-panel', text);

/** Far above any real anchors file. */
const limitBytes = 1024 * 1024;

/** The trust anchors in use: the site's, unless the user provides a file. */
export function useAnchors() {
  const [given, setGiven] = useState<{ name: string; text: string } | null>(null);
  const own = useQuery({
    queryKey: ['/trust/anchors.json'],
    queryFn: ({ signal }) => ownAnchors(signal),
    meta: { isShownInPlace: true },
  });
  return { text: given ? given.text : own.data, given, setGiven, own };
}
export type ChosenAnchors = ReturnType<typeof useAnchors>;

async function ownAnchors(signal: AbortSignal): Promise<string> {
  const response = await fetch('/trust/anchors.json', { signal }).catch(() => null);
  if (!response?.ok) throw new ApiError(response ? 'INTERNAL' : 'UNREACHABLE');
  return response.text();
}

/** Lets users verify against their own trust anchors. */
export function TrustPanel({ anchors: { text, given, setGiven, own } }: { anchors: ChosenAnchors }) {
  const t = useWords();
  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) setGiven({ name: file.name, text: await file.slice(0, limitBytes).text() });
    // Lets the user choose the same file again after fixing it.
    target.value = '';
  };
  return (
    <section className="panel query-trust" aria-labelledby="trust-title">
      <h2 id="trust-title">{t('title')}</h2>
      <fieldset aria-labelledby="trust-title">
        <label>
          <input type="radio" name="trust" checked={!given} onChange={() => setGiven(null)} />
          {t('own')}
        </label>
        {given && (
          <label>
            <input type="radio" name="trust" checked readOnly />
            <code>{given.name}</code>
          </label>
        )}
        <label className="button query-trust-file">
          {t(given ? 'chooseOther' : 'choose')}
          <input
            className="visually-hidden"
            type="file"
            accept=".json,application/json"
            onChange={(event) => void take(event)}
          />
        </label>
      </fieldset>
      {!given && own.isError && (
        <Notice title={t('unreached')}>
          <button type="button" className="button" onClick={() => void own.refetch()}>
            {t('again')}
          </button>
        </Notice>
      )}
      {text !== undefined && <Trusted text={text} />}
      <p className="secondary">{t('compare')}</p>
      {!given && (
        <p className="actions">
          <a href="/trust/anchors.json" download>
            anchors.json
          </a>
          <a href="/trust/root.pem" download>
            root.pem
          </a>
        </p>
      )}
    </section>
  );
}

function Trusted({ text }: { text: string }) {
  const t = useWords();
  const { data: trust, error } = useQuery({
    queryKey: ['trust', text],
    queryFn: () => readTrust(text),
    retry: false,
    // Reads a file in this browser, offline too.
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (error) return <Problem problem={problemOf(error)} />;
  if (!trust) return null;
  if (trust.roots.length + trust.logs.length === 0) return <p>{t('noAnchors')}</p>;
  return (
    <dl className="query-trust-list">
      {trust.roots.map(({ subject, sha256, validUntil }) => (
        <div key={sha256}>
          <dt>{t('root')}</dt>
          <dd>{printable(subject)}</dd>
          <dt>{t('fingerprint')}</dt>
          <dd>
            <code>{byLine(asOpenssl(sha256))}</code> <Copy text={asOpenssl(sha256)} what={t('fingerprint')} />
          </dd>
          <dt>{t('until')}</dt>
          <dd>
            <Moment at={validUntil} />
          </dd>
        </div>
      ))}
      {trust.logs.map(({ vkey }) => (
        <div key={vkey}>
          <dt>{t('log')}</dt>
          <dd>
            <code>{vkey}</code> <Copy text={vkey} what={t('log')} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats like `openssl x509 -fingerprint`, so that fingerprints can be compared side by side. */
const asOpenssl = (hex: string): string => (hex.toUpperCase().match(/../g) ?? []).join(':');

/** Allows line breaks only between bytes. */
const byLine = (fingerprint: string) =>
  fingerprint.split(/(?<=:)/).map((byte, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- a digest has no order but its own
    <span key={i} className="query-trust-byte">
      {byte}
    </span>
  ));
