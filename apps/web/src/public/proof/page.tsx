import { useParams } from 'react-router';
import { useTitle } from '../../ui/address/title.ts';
import { words } from '../../ui/words/words.ts';
import { Proof } from './proof.tsx';
import text from './words.json' with { type: 'json' };

const useWords = words('proof', text);

/** Name of the sample in `/v/`, independent of its number. */
const sampleName = 'SAMPLE';

/**
 * `/v/{ano}`: the page that a holder sends to a lawyer, a platform or a court. Shows public facts; a check code opens
 * the content.
 */
export function Component() {
  const t = useWords();
  const { ano: typed = '' } = useParams();
  const ano = typed.toUpperCase();
  useTitle(t('title'));
  return <Proof key={ano} ano={ano} isSample={ano === sampleName} />;
}
