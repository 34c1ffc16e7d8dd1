import './may-not-preserve.css';
import type { Me } from '@proofkeep/contract';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('may-not-preserve', text);

/** Shown in place of the forms to a member without permission to preserve. */
export function MayNotPreserve({ me }: { me: Me }) {
  const t = useWords();
  return <p className="panel may-not-preserve">{t('note', { account: me.accountName })}</p>;
}
