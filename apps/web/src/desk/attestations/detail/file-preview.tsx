import { calls, type SubmittedFile } from '@proofkeep/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { ask, linkTo } from '../../../api/ask.ts';
import { words } from '../../../ui/words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('file-preview', text);

interface Props {
  ano: string;
  /** Position among the files, from 1. */
  n: number;
  file: SubmittedFile;
}

/** Shows a file so that nothing in it runs in this page; see the service's `filePreview`. */
export function FilePreview({ ano, n, file: { name, preview } }: Props) {
  const t = useWords();
  const [isBroken, setBroken] = useState(false);
  const src = linkTo(calls.attestations.filePreview, { id: ano, n: String(n) });
  const onError = () => setBroken(true);
  if (isBroken) return <p className="secondary">{t('broken')}</p>;
  if (preview === 'image') return <img className="attestations-file-preview" src={src} alt={name} onError={onError} />;
  if (preview === 'video' || preview === 'audio') {
    const Player = preview;
    return (
      <Player
        className="attestations-file-preview"
        src={src}
        aria-label={name}
        controls
        preload="metadata"
        onError={onError}
      />
    );
  }
  return preview === 'pdf' ? <Pdf ano={ano} n={n} name={name} /> : <Text src={src} name={name} />;
}

function Text({ src, name }: { src: string; name: string }) {
  const t = useWords();
  const { data, error } = useQuery({
    queryKey: [src],
    async queryFn({ signal }) {
      const response = await fetch(src, { signal, credentials: 'include' });
      if (!response.ok) throw new Error(`${response.status}`);
      return response.text();
    },
    retry: false,
  });
  if (error) return <p className="secondary">{t('broken')}</p>;
  return (
    // Focusable, so that it can be scrolled by keyboard (WCAG 2.2, 2.1.1).
    <pre className="attestations-file-preview" aria-label={name} tabIndex={0}>
      {data}
    </pre>
  );
}

/** The browser's own viewer, in a frame of another site; its address is valid for 15 minutes. */
function Pdf({ ano, n, name }: { ano: string; n: number; name: string }) {
  const t = useWords();
  const { data, error } = useQuery({
    queryKey: [calls.attestations.openPdf.path, ano, n],
    queryFn: () => ask(calls.attestations.openPdf, { ano, n }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (error) return <p className="secondary">{toApiError(error).message}</p>;
  if (!data) return null;
  return <iframe className="attestations-file-preview" title={t('pdf', { name })} src={data.address} />;
}
